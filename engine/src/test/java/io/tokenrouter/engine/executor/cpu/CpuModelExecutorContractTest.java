package io.tokenrouter.engine.executor.cpu;

import io.tokenrouter.engine.executor.DrawnTokensContract;
import io.tokenrouter.engine.executor.ModelExecutor;
import io.tokenrouter.engine.executor.ModelExecutorContract;
import io.tokenrouter.engine.fixtures.FamilyShapes;
import io.tokenrouter.engine.fixtures.RandomModel;
import io.tokenrouter.engine.tensor.KernelChoice;
import io.tokenrouter.engine.tensor.TensorFormat;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/** The contract, to the bit, for both kinds of kernels. */
class CpuModelExecutorContractTest {

    private static final CpuDevice DEVICE = new CpuDevice(3);
    private static final RandomModel MODEL =
            RandomModel.shape().formats(TensorFormat.values()).build(5);

    /** Windows, caps and norms on both sides. */
    private static final RandomModel GEMMA = FamilyShapes.all().get("gemma2").build(6);

    @AfterAll
    static void closeDevice() {
        DEVICE.close();
    }

    @Nested
    class SequencesWithVectorKernels extends ModelExecutorContract {
        @Override
        protected ModelExecutor open() {
            return executor(MODEL, KvType.F16, KernelChoice.VECTOR);
        }

        @Override
        protected float tolerance() {
            return 0;
        }
    }

    @Nested
    class SequencesOfGemma extends ModelExecutorContract {
        @Override
        protected ModelExecutor open() {
            return executor(GEMMA, KvType.F32, KernelChoice.VECTOR);
        }

        @Override
        protected float tolerance() {
            return 0;
        }
    }

    @Nested
    class SequencesInBytes extends ModelExecutorContract {
        @Override
        protected ModelExecutor open() {
            return executor(MODEL, KvType.Q8_0, KernelChoice.VECTOR);
        }

        @Override
        protected float tolerance() {
            return 0;
        }
    }

    @Nested
    class SequencesWithScalarKernels extends ModelExecutorContract {
        @Override
        protected ModelExecutor open() {
            return executor(MODEL, KvType.F16, KernelChoice.SCALAR);
        }

        @Override
        protected float tolerance() {
            return 0;
        }
    }

    @Nested
    class TokensWithVectorKernels extends DrawnTokensContract {
        @Override
        protected ModelExecutor open() {
            return executor(MODEL, KvType.F16, KernelChoice.VECTOR);
        }

        @Override
        protected float tolerance() {
            return 0;
        }
    }

    @Nested
    class TokensWithScalarKernels extends DrawnTokensContract {
        @Override
        protected ModelExecutor open() {
            return executor(MODEL, KvType.F16, KernelChoice.SCALAR);
        }

        @Override
        protected float tolerance() {
            return 0;
        }
    }

    private static ModelExecutor executor(RandomModel model, KvType kvType, KernelChoice kernels) {
        CpuExecutorOptions options = CpuExecutorOptions.DEFAULTS
                .withKvBytes(1 << 20)
                .withMaxRows(16)
                .withMaxStepTokens(128)
                .withKvType(kvType)
                .withKernels(kernels);
        return CpuModelExecutor.create(model.config(), model, 90, DEVICE, options);
    }
}
