package io.tokenrouter.app.hub;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One commit of a repository, by the hub's protocol of files: what a revision stands for
 * ({@code /api/models/ID/revision/REVISION}), a listing in pages ({@code /api/models/ID/tree/COMMIT}), and contents
 * ({@code /ID/resolve/COMMIT/PATH}).
 */
final class HubRepository {

    private static final int CHUNK = 1 << 14;
    private static final int MOST_ANSWER = 32 << 20;
    private static final int MOST_PAGES = 100;
    private static final int MOST_FILES = 20_000;
    private static final Pattern COMMIT = Pattern.compile("[0-9a-f]{40}");
    private static final Pattern NEXT = Pattern.compile("<([^>]*)>\\s*;\\s*rel=\"?next\"?");
    private static final JsonMapper JSON = JsonMapper.shared();

    private final HubHttp http;
    private final StallGuard guard;
    private final HubId id;
    private final String commit;
    private final boolean hasToken;

    private HubRepository(HubHttp http, StallGuard guard, HubId id, String commit, boolean hasToken) {
        this.http = http;
        this.guard = guard;
        this.id = id;
        this.commit = commit;
        this.hasToken = hasToken;
    }

    /**
     * Asks which commit a revision is now, so that all files are of the same.
     *
     * @param revision a branch, tag or commit
     */
    static HubRepository open(HubHttp http, StallGuard guard, HubId id, String revision, boolean hasToken)
            throws IOException, InterruptedException {
        String what = "model " + id + " at revision " + revision;
        URI address = http.address("/api/models/" + id + "/revision/" + escaped(revision));
        HttpResponse<InputStream> answer = http.get(address, null);
        HubAnswers.require(answer, what, hasToken);
        String commit = json(answer, guard).path("sha").asString("");
        if (!COMMIT.matcher(commit).matches()) {
            throw new HubException("the hub does not say which commit " + what + " is; is it a hub?");
        }
        return new HubRepository(http, guard, id, commit, hasToken);
    }

    String commit() {
        return commit;
    }

    /** All files, those in folders too. */
    List<HubFile> files() throws IOException, InterruptedException {
        List<HubFile> files = new ArrayList<>();
        URI page = http.address("/api/models/" + id + "/tree/" + commit + "?recursive=true");
        for (int pages = 0; page != null; pages++) {
            HttpResponse<InputStream> answer = http.get(page, null);
            HubAnswers.require(answer, "listing of " + id, hasToken);
            JsonNode listed = json(answer, guard);
            if (!listed.isArray()) {
                throw new HubException("the hub's listing of " + id + " is none");
            }
            for (JsonNode entry : listed) {
                if (entry.path("type").asString("").equals("file")) {
                    HubEntry.of(entry).ifPresent(files::add);
                }
            }
            if (files.size() > MOST_FILES || pages > MOST_PAGES) {
                throw new HubException("the repository " + id + " has too many files");
            }
            page = next(answer, page);
        }
        return files;
    }

    /**
     * The content of a file from a place on; to be closed.
     *
     * @param from bytes to leave out; the hub may send all the same
     */
    HttpResponse<InputStream> content(HubFile file, long from) throws IOException, InterruptedException {
        URI address = http.address("/" + id + "/resolve/" + commit + "/" + escaped(file.path()));
        HttpResponse<InputStream> answer = http.get(address, from == 0 ? null : "bytes=" + from + "-");
        HubAnswers.require(answer, "file " + file.path() + " of " + id, hasToken);
        return answer;
    }

    private @Nullable URI next(HttpResponse<InputStream> answer, URI page) {
        for (String link : answer.headers().allValues("Link")) {
            Matcher next = NEXT.matcher(link);
            if (next.find()) {
                URI address = page.resolve(next.group(1));
                if (!http.isOfTheHub(address)) {
                    throw new HubException("the hub's listing of " + id + " goes on at another host");
                }
                return address;
            }
        }
        return null;
    }

    private static JsonNode json(HttpResponse<InputStream> answer, StallGuard guard) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] chunk = new byte[CHUNK];
        try (InputStream body = answer.body()) {
            for (int read = guard.read(body, chunk); read >= 0; read = guard.read(body, chunk)) {
                bytes.write(chunk, 0, read);
                if (bytes.size() > MOST_ANSWER) {
                    throw new HubException("the hub's answer is too long");
                }
            }
        }
        try {
            return JSON.readTree(bytes.toByteArray());
        } catch (JacksonException e) {
            throw new HubException("the hub's answer is no JSON; is it a hub?");
        }
    }

    private static String escaped(String path) {
        return Arrays.stream(path.split("/"))
                .map(part -> URLEncoder.encode(part, StandardCharsets.UTF_8).replace("+", "%20"))
                .collect(Collectors.joining("/"));
    }
}
