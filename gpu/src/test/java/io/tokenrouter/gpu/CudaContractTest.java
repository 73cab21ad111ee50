package io.tokenrouter.gpu;

import io.tokenrouter.engine.executor.DrawnTokensContract;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.ModelExecutorContract;
import io.tokenrouter.engine.fixtures.FamilyShapes;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.tensor.TensorFormat;
import org.junit.jupiter.api.Nested;

/** The contract of all executors, on a GPU or its emulator. */
class CudaContractTest {

    /** Of log-probabilities: paths differ in the order of their sums. */
    private static final float TOLERANCE = 1e-3f;

    private static final RandomModel MODEL = RandomModel.shape()
            .hidden(256)
            .inner(256)
            .heads(8, 2, 32)
            .formats(TensorFormat.BF16, TensorFormat.Q4_K, TensorFormat.Q8_0, TensorFormat.Q4_1, TensorFormat.Q6_K)
            .build(5);

    /** Windows, caps and norms on both sides. */
    private static final RandomModel GEMMA =
            FamilyShapes.all().get("gemma2").formats(TensorFormat.BF16).build(6);

    @Nested
    class SequencesWithGraphs extends ModelExecutorContract {
        @Override
        protected ModelExecutor open() {
            return TestExecutors.gpu(MODEL, true);
        }

        @Override
        protected float tolerance() {
            return TOLERANCE;
        }
    }

    @Nested
    class SequencesWithoutGraphs extends ModelExecutorContract {
        @Override
        protected ModelExecutor open() {
            return TestExecutors.gpu(MODEL, false);
        }

        @Override
        protected float tolerance() {
            return TOLERANCE;
        }
    }

    @Nested
    class SequencesOfGemma extends ModelExecutorContract {
        @Override
        protected ModelExecutor open() {
            return TestExecutors.gpu(GEMMA, true);
        }

        @Override
        protected float tolerance() {
            return TOLERANCE;
        }
    }

    @Nested
    class TokensWithGraphs extends DrawnTokensContract {
        @Override
        protected ModelExecutor open() {
            return TestExecutors.gpu(MODEL, true);
        }

        @Override
        protected float tolerance() {
            return TOLERANCE;
        }
    }

    @Nested
    class TokensWithoutGraphs extends DrawnTokensContract {
        @Override
        protected ModelExecutor open() {
            return TestExecutors.gpu(MODEL, false);
        }

        @Override
        protected float tolerance() {
            return TOLERANCE;
        }
    }
}
