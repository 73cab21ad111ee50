package io.tokenrouter.app.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.app.persistence.Origin;
import io.tokenrouter.app.persistence.RegisteredModel;
import io.tokenrouter.engine.catalog.ModelDescription;
import io.tokenrouter.engine.executor.cpu.CpuExecutorOptions;
import io.tokenrouter.engine.executor.cpu.CpuMemory;
import io.tokenrouter.engine.model.AttentionConfig;
import io.tokenrouter.engine.model.GateActivation;
import io.tokenrouter.engine.model.ModelConfig;
import io.tokenrouter.engine.model.NormConfig;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** How the memory for KV caches is divided, whoever comes when. */
class KvBudgetTest {

    private static final long MIB = 1L << 20;
    private static final long TOTAL = 2048 * MIB;

    /** Keys and values of a token as Llama 3.2 1B and Llama 3.1 8B have them: 32 and 128 KiB in half precision. */
    private static final ModelConfig LLAMA_1B = config(8, 64, 16, 131_072);

    private static final ModelConfig LLAMA_8B = config(8, 128, 32, 131_072);

    private static final Path FILE = Path.of("/models/x.gguf");

    private final LiveRegistry live = new LiveRegistry();
    private final KvBudget budget = new KvBudget(live, TOTAL);

    @Test
    void aLongContextIsCutToAQuarterOfTheBudget() {
        assertThat(budget.share(LLAMA_1B, null)).isEqualTo(new KvShare(512 * MIB, null));
        assertThat(budget.share(LLAMA_8B, null)).isEqualTo(new KvShare(512 * MIB, null));
    }

    @Test
    void aSmallModelTakesNoMoreThanItCanUse() {
        ModelConfig small = config(2, 16, 2, 256);

        assertThat(budget.share(small, null).bytes()).isEqualTo(64 * 256 * bytesPerToken(small));
    }

    @Test
    void modelsThatComeOneByOneGetWhatTheyGetAtTheNextStart() {
        List<ModelConfig> models = List.of(config(2, 16, 2, 256), LLAMA_1B, LLAMA_8B, config(4, 64, 8, 8192), LLAMA_1B);
        List<Long> first = new ArrayList<>();
        for (ModelConfig model : models) {
            KvShare share = budget.share(model, null);
            assertThat(share.refusal()).isNull();
            first.add(share.bytes());
            take("m" + first.size(), share.bytes());
        }
        LiveRegistry again = new LiveRegistry();
        KvBudget restarted = new KvBudget(again, TOTAL);
        for (int i = 0; i < models.size(); i++) {
            assertThat(restarted.share(models.get(i), null).bytes()).isEqualTo(first.get(i));
            take(again, "m" + i, first.get(i));
        }
    }

    @Test
    void aModelThatWasUnloadedGetsTheSameAgain() {
        take("a", budget.share(LLAMA_1B, null).bytes());
        take("b", budget.share(LLAMA_8B, null).bytes());
        live.change(state -> state.model("a", model -> model.as(LifeState.UNLOADED, null)));

        assertThat(budget.share(LLAMA_1B, null)).isEqualTo(new KvShare(512 * MIB, null));
    }

    @Test
    void theLastOneGetsWhatIsLeft() {
        take("others", TOTAL - 100 * MIB);

        assertThat(budget.share(LLAMA_8B, null)).isEqualTo(new KvShare(100 * MIB, null));
    }

    @Test
    void whatIsLeftIsNeverExceeded() {
        SplittableRandom random = new SplittableRandom(7);
        for (int round = 0; round < 200; round++) {
            long total = (1 + random.nextInt(4096)) * MIB;
            LiveRegistry models = new LiveRegistry();
            KvBudget small = new KvBudget(models, total);
            for (int i = 0; i < 12; i++) {
                ModelConfig config =
                        config(1 + random.nextInt(32), 64, 1 + random.nextInt(32), 1 + random.nextInt(200_000));
                KvShare share = small.share(config, null);
                if (share.refusal() == null) {
                    assertThat(share.bytes()).isLessThanOrEqualTo(small.left());
                    take(models, "m" + i, share.bytes());
                }
            }
        }
    }

    @Test
    void tooLittleIsRefusedWithBothNumbersAndWhatToDo() {
        take("others", TOTAL - 20 * MIB);

        assertThat(budget.share(LLAMA_8B, null).refusal())
                .contains(
                        "256 tokens takes 32 MiB",
                        "20 MiB of the 2048 MiB of --kv-memory are left",
                        "--kv-memory",
                        "--kv-mib",
                        "kv_mib");
        assertThat(budget.share(LLAMA_1B, null).refusal())
                .as("8 MiB are enough for this one")
                .isNull();
    }

    @Test
    void aQuarterThatHoldsNoConversationIsNotHeldTo() {
        KvBudget tight = new KvBudget(live, 256 * MIB);

        assertThat(tight.share(LLAMA_8B, null)).isEqualTo(new KvShare(128 * MIB, null));
    }

    @Test
    void whatAnOperatorGaveIsWhatAModelGets() {
        take("others", TOTAL);

        assertThat(budget.share(LLAMA_8B, 3000 * MIB)).isEqualTo(new KvShare(3000 * MIB, null));
    }

    private void take(String id, long bytes) {
        take(live, id, bytes);
    }

    private static void take(LiveRegistry live, String id, long bytes) {
        RegisteredModel registered = new RegisteredModel(id, FILE, Origin.CONSOLE, Instant.EPOCH, true, null, 1);
        ModelFacts facts = new ModelFacts(
                new ModelDescription(FILE, 0, 0, "", 0, LLAMA_1B), true, List.of(), 1, new CpuMemory(0, bytes, 0));
        live.change(
                state -> state.with(ModelStatus.unloaded(registered).with(facts).as(LifeState.DRAINING, null)));
    }

    private static long bytesPerToken(ModelConfig config) {
        return CpuMemory.kvBytesPerToken(config, CpuExecutorOptions.DEFAULTS.kvType());
    }

    private static ModelConfig config(int kvHeads, int headDim, int layers, int context) {
        return new ModelConfig(
                "llama",
                "",
                512,
                64,
                64,
                context,
                new AttentionConfig(
                        kvHeads,
                        kvHeads,
                        headDim,
                        AttentionConfig.defaultScale(headDim),
                        0,
                        AttentionConfig.HeadNorm.NONE,
                        Collections.nCopies(layers, new AttentionConfig.Layer(AttentionConfig.Layer.UNLIMITED, null))),
                new NormConfig(1e-5f, NormConfig.Placement.BEFORE, 0),
                GateActivation.SILU,
                1,
                0,
                false);
    }
}
