package io.tokenrouter.app.remote;

import io.tokenrouter.app.hub.HubAccess;
import io.tokenrouter.app.hub.HubException;
import io.tokenrouter.app.hub.HubId;
import io.tokenrouter.app.hub.ModelDownload;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.JsonNode;

/** {@code tokenrouter models add}: registers a model of this machine, or one of a hub after it was downloaded. */
@Command(
        name = "add",
        description =
                "Register a GGUF file or a Hugging Face folder of this machine, or download one from a hub first.",
        sortOptions = false,
        usageHelpAutoWidth = true)
final class AddModelCommand implements Callable<Integer> {

    private static final int MOST_ID = 64;
    private static final int MOST_KV_MIB = 1 << 20;

    @Mixin
    private Server server = new Server();

    @Parameters(
            paramLabel = "PATH|OWNER/NAME",
            description = "A file or folder here; where there is none of that name, a model of the hub.")
    private String source = "";

    @Option(
            names = "--id",
            paramLabel = "ID",
            description = "What it is called (default: after its file or repository).")
    private @Nullable Id id;

    @Option(names = "--file", paramLabel = "FILE.gguf", description = "Which one of a repository with several.")
    private @Nullable String file;

    @Option(
            names = "--revision",
            paramLabel = "REVISION",
            defaultValue = "main",
            description = "A branch, tag or commit of the hub (default: main).")
    private String revision = "main";

    @Option(
            names = "--hub",
            paramLabel = "URL",
            description =
                    "The hub (default: TOKENROUTER_HUB_URL, else HF_ENDPOINT, else%nhttps://huggingface.co). Its token is in"
                            + " TOKENROUTER_HUB_TOKEN, or in the file that TOKENROUTER_HUB_TOKEN_FILE names.")
    private @Nullable String hub;

    @Option(
            names = "--into",
            paramLabel = "FOLDER",
            description = "Download only, into a folder in this one; register nothing and ask no server.")
    private @Nullable Path into;

    @Option(names = "--kv-mib", paramLabel = "MIB", description = "Memory for its KV cache (default: the server's).")
    private @Nullable Integer kvMebibytes;

    @Option(names = "--no-load", description = "Do not load it yet.")
    private boolean noLoad;

    @Override
    public Integer call() {
        Optional<Path> local = local();
        if (into != null) {
            Path downloaded = download(into.toAbsolutePath().normalize());
            server.commandLine().getOut().println(downloaded);
            return CommandLine.ExitCode.OK;
        }
        if (kvMebibytes != null && (kvMebibytes < 1 || kvMebibytes > MOST_KV_MIB)) {
            throw new RemoteException("--kv-mib must be 1 to " + MOST_KV_MIB + ", not " + kvMebibytes);
        }
        return server.show(
                api -> register(api, local.orElseGet(() -> download(modelsOf(api)))),
                (answer, out) ->
                        out.println(Columns.text(answer.path("id")) + " is " + Columns.text(answer.path("state"))));
    }

    private Optional<Path> local() {
        try {
            Path path = Path.of(source);
            if (!source.isBlank() && Files.exists(path)) {
                return Optional.of(path.toAbsolutePath().normalize());
            }
        } catch (InvalidPathException e) {
            // then it is no path, and may be something else
        }
        if (!HubId.isOne(source)) {
            throw new RemoteException("'" + Columns.plain(source)
                    + "' is neither a file or folder here nor a model of a hub, owner/name");
        }
        return Optional.empty();
    }

    /** The first of the folders that the server takes models from, before gigabytes come that nobody can use. */
    private Path modelsOf(AdminApi api) {
        String wanted = (id == null ? defaultId(Path.of(file == null ? source : file)) : id).text();
        for (JsonNode model : api.get("/api/admin/models").path("models")) {
            if (model.path("id").asString("").equals(wanted)) {
                throw new RemoteException("there is a model " + wanted + " already; choose another name with --id");
            }
        }
        String folder =
                api.get("/api/admin/models/files").path("folders").path(0).asString("");
        if (folder.isEmpty()) {
            throw new RemoteException("the server says no folder that it takes models from; download with --into");
        }
        Path models = Path.of(folder);
        // a server elsewhere does not choose where files are made here
        if (!models.isAbsolute() || !(Files.isDirectory(models) || server.isHere())) {
            throw new RemoteException("the server takes models from " + Columns.plain(folder)
                    + ", which is no folder of this machine; download with --into, and bring them there");
        }
        return models;
    }

    private Path download(Path models) {
        PrintWriter err = server.commandLine().getErr();
        try (ProgressLine progress = ProgressLine.on(err)) {
            Map<String, String> environment = System.getenv();
            HubAccess access = hub == null ? HubAccess.of(environment) : HubAccess.of(environment, hub);
            return new ModelDownload(access)
                    .fetch(HubId.of(source), revision, Optional.ofNullable(file), models, progress);
        } catch (HubException e) {
            throw new RemoteException(Columns.plain(String.valueOf(e.getMessage())));
        } catch (IOException e) {
            throw new RemoteException(
                    "cannot write to " + models + ": " + Columns.plain(String.valueOf(e.getMessage())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RemoteException("interrupted; the same command goes on where this one ended");
        }
    }

    private JsonNode register(AdminApi api, Path path) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", (id == null ? defaultId(path) : id).text());
        fields.put("path", path.toString());
        fields.put("load", !noLoad);
        if (kvMebibytes != null) {
            fields.put("kv_mib", kvMebibytes);
        }
        return api.post("/api/admin/models", fields);
    }

    /** A repository's or file's own name, without what ids do not have. */
    private Id defaultId(Path path) {
        String name = HubId.isOne(source) && file == null
                ? HubId.of(source).name()
                : path.getFileName().toString();
        String plain = name.replaceFirst("(?i)\\.gguf$", "")
                .replaceAll("[^A-Za-z0-9._-]+", "-")
                .replaceFirst("^[._-]+", "");
        return Id.of(plain.isEmpty() ? "model" : plain.substring(0, Math.min(MOST_ID, plain.length())));
    }
}
