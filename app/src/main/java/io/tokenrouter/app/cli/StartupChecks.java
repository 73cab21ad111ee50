package io.tokenrouter.app.cli;

import io.tokenrouter.app.StartupException;
import io.tokenrouter.app.postgres.Database;
import io.tokenrouter.engine.executor.DeviceChoice;
import io.tokenrouter.engine.executor.UsableDevices;
import io.tokenrouter.engine.model.ModelFiles;
import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What can be found wrong within milliseconds, before the database and the models start. */
final class StartupChecks {

    private StartupChecks() {}

    /** @throws StartupException at the first thing that is wrong */
    static void verify(ServeOptions options) {
        address(options.host(), options.port());
        folder(options.dataFolder());
        device(options.device());
        boolean embedded = options.database().isEmpty();
        Path postgres = options.dataFolder().resolve("postgres");
        if (embedded) {
            Database.verifyFree(postgres);
            keys(options, postgres);
        }
        Set<String> ids = new HashSet<>();
        for (ModelOption model : options.models()) {
            distinct(ids, model.id());
            modelFile(model);
        }
        for (PairOption pair : options.pairs()) {
            distinct(ids, pair.id());
            if (embedded && Database.isNew(postgres)) {
                membersAreGiven(pair, options);
            }
        }
    }

    /** Where no earlier start can have turned keys on. */
    private static void keys(ServeOptions options, Path postgres) {
        if (Database.isNew(postgres) && !options.isLoopback() && !options.requireKeys()) {
            throw new StartupException(options.openToOthers());
        }
    }

    /** Where no earlier start can have left others. */
    private static void membersAreGiven(PairOption pair, ServeOptions options) {
        Set<String> known = new LinkedHashSet<>();
        options.demoFolder().ifPresent(shipped -> known.addAll(List.of("demo-small", "demo-large")));
        options.models().forEach(model -> known.add(model.id()));
        for (String member : List.of(pair.smallId(), pair.largeId())) {
            if (!known.contains(member)) {
                throw new StartupException("pair " + pair.id() + ": there is no model " + member
                        + (known.isEmpty()
                                ? "; name its file or folder with --model"
                                : "; known are " + String.join(", ", known)));
            }
        }
    }

    static void address(String host, int port) {
        InetAddress address;
        try {
            address = InetAddress.getByName(host);
        } catch (UnknownHostException e) {
            throw new StartupException("--host " + host + " is not an address of this machine", e);
        }
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(address, port));
        } catch (BindException e) {
            if (String.valueOf(e.getMessage()).contains("in use")) {
                throw new StartupException("port " + port + " is taken; choose another with --port", e);
            }
            throw new StartupException("cannot listen on " + host + " port " + port + ": " + e.getMessage(), e);
        } catch (IOException e) {
            throw new StartupException("cannot listen on " + host + " port " + port + ": " + e.getMessage(), e);
        }
    }

    static void folder(Path folder) {
        try {
            Files.createDirectories(folder);
            Files.delete(Files.createTempFile(folder, ".writable", null));
        } catch (IOException e) {
            throw new StartupException("cannot write to the data folder " + folder + "; choose another with --data", e);
        }
    }

    /** Without a name any device will do, and what there is shows later. */
    private static void device(DeviceChoice choice) {
        if (choice instanceof DeviceChoice.Named) {
            try {
                UsableDevices.find(choice);
            } catch (IllegalArgumentException e) {
                throw new StartupException("--device " + choice + ": " + e.getMessage(), e);
            }
        }
    }

    private static void modelFile(ModelOption model) {
        String name = "model " + model.id() + ": ";
        if (!Files.exists(model.file())) {
            throw new StartupException(name + "there is no file or folder " + model.file());
        }
        try (ModelFiles files = ModelFiles.open(model.file())) {
            files.config();
        } catch (IOException e) {
            throw new StartupException(name + "cannot read " + model.file() + ": " + e.getMessage(), e);
        } catch (ModelFormatException e) {
            throw new StartupException(name + e.getMessage(), e);
        }
    }

    private static void distinct(Set<String> ids, String id) {
        if (!ids.add(id)) {
            throw new StartupException("the id " + id + " is given twice");
        }
    }
}
