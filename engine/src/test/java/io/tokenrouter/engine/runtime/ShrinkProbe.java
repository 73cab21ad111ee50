package io.tokenrouter.engine.runtime;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.SamplingParams;
import io.tokenrouter.engine.api.StopCriteria;
import io.tokenrouter.engine.api.TokenEvent;
import io.tokenrouter.engine.catalog.LoadProgress;
import io.tokenrouter.engine.catalog.LoadedModel;
import io.tokenrouter.engine.catalog.ModelLoader;
import io.tokenrouter.engine.executor.cpu.CpuDevice;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.fixtures.EventLog;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;

/**
 * A program that serves two models, cuts the file of the first off in between, and prints what became of each request. Cold and
 * compiled code read lost pages in different ways, so requests before the cut are few or many.
 */
final class ShrinkProbe {

    private static final int TOKENS = 12;
    private static final CpuExecutorOptions OPTIONS = CpuExecutorOptions.DEFAULTS.withKvBytes(8 << 20);

    private static int requests;

    private ShrinkProbe() {}

    /** @param args file to cut off, file that stays, requests before the cut */
    public static void main(String[] args) throws IOException {
        try (CpuDevice device = new CpuDevice(2);
                LoadedModel cut = load(device, "cut", args[0]);
                LoadedModel whole = load(device, "whole", args[1]);
                RoutingEngine engine = new RoutingEngine(EngineOptions.DEFAULTS, RoutingAlgorithms.load())) {
            for (LoadedModel model : new LoadedModel[] {cut, whole}) {
                engine.addModel(
                        model.id(),
                        model.executor(),
                        model.tokenizer().vocabulary(),
                        model.tokenizer()::encodeContinuation);
            }
            for (int i = 0; i < Integer.parseInt(args[2]); i++) {
                outcome(engine, "cut", i);
            }
            System.out.println("cut before: " + outcome(engine, "cut", 0));
            String expected = outcome(engine, "whole", 0);
            System.out.println("whole before: " + expected);
            try (FileChannel file = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE)) {
                file.truncate(4096);
            }
            for (int i = 0; i < 5; i++) {
                System.out.println("cut: " + outcome(engine, "cut", 100 + i));
                System.out.println("whole: " + outcome(engine, "whole", 0).equals(expected));
            }
            System.out.println("drained: " + engine.drain(Duration.ofMinutes(10)));
        }
        System.out.println("closed");
    }

    private static LoadedModel load(CpuDevice device, String id, String file) throws IOException {
        return new ModelLoader(device).load(id, Path.of(file), OPTIONS, LoadProgress.NONE);
    }

    /** No two prompts of different numbers share a prefix, so nothing is taken from a cache. */
    private static String outcome(RoutingEngine engine, String model, int number) {
        int[] prompt = new int[24];
        Arrays.setAll(prompt, i -> 100 + (number * 7 + i) % 300);
        EventLog log = new EventLog();
        engine.submit(
                new GenerationRequest(
                        "r" + requests++,
                        model,
                        prompt,
                        SamplingParams.GREEDY,
                        StopCriteria.maxTokens(TOKENS),
                        null,
                        0),
                log);
        return switch (log.awaitEnd()) {
            case TokenEvent.Failed failed -> failed.error().getMessage();
            default -> Arrays.toString(log.ids());
        };
    }
}
