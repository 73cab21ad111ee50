package io.tokenrouter.train.head;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import io.tokenrouter.train.labels.Hashes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * Trains a head on examples, epoch after epoch, and keeps the epoch with the least loss on validation examples. What was stopped goes on
 * after the last whole epoch and comes to the same.
 */
public final class HeadTrainer {

    private static final int EVALUATED_AT_ONCE = 2048;

    private final HeadShape shape;
    private final TrainingOptions options;
    private final Examples training;
    private final Examples validation;
    private final Scaling scaling;
    private final WeightedCrossEntropy loss;

    /**
     * @param training has some that need the large model, and some that do not
     * @param validation of other prompts
     */
    public HeadTrainer(HeadShape shape, TrainingOptions options, Examples training, Examples validation) {
        this.shape = shape;
        this.options = options;
        this.training = training;
        this.validation = validation;
        scaling = Scaling.of(training);
        loss = new WeightedCrossEntropy(neededWeight(training));
    }

    /** The square root of how many times rarer they are: between counting each and counting both kinds alike. */
    private static float neededWeight(Examples examples) {
        int needed = examples.neededCount();
        return needed == 0 ? 1 : (float) Math.sqrt((examples.count() - needed) / (double) needed);
    }

    /**
     * @param folder for checkpoints; a training of other examples or settings has another folder in it
     * @param progress told the epoch, from 1, and its validation loss
     */
    public TrainedHead train(Path folder, BiConsumer<Integer, Double> progress) throws IOException {
        Checkpoints checkpoints = new Checkpoints(folder.resolve(fingerprint()));
        if (checkpoints.epochs() < options.epochs()) {
            train(checkpoints, progress);
        }
        return best(checkpoints);
    }

    private String fingerprint() {
        // checkpoints of before the moments were kept cannot be gone on with
        String settings = "with moments " + shape + " " + options + " " + Arrays.hashCode(training.values()) + " "
                + Arrays.hashCode(training.needed()) + " " + Arrays.hashCode(validation.values());
        return "training-" + Hashes.sha256(settings).substring(0, 16);
    }

    private void train(Checkpoints checkpoints, BiConsumer<Integer, Double> progress) throws IOException {
        int steps = (training.count() + options.batch() - 1) / options.batch();
        Tracker rates = update -> rate(update / (double) (steps * options.epochs()));
        ResumableAdamW adam = new ResumableAdamW(Optimizer.adamW()
                .optLearningRateTracker(rates)
                .optWeightDecays(options.weightDecay())
                .optBeginNumUpdate(steps * checkpoints.epochs()));
        RouterBlock block = new RouterBlock(shape, options.dropout());
        DefaultTrainingConfig config =
                new DefaultTrainingConfig(loss).optOptimizer(adam).optDevices(new Device[] {Device.cpu()});
        Engine.getEngine(PyTorch.ENGINE).setRandomSeed(options.seed());
        try (Model model = model(block);
                Trainer trainer = trainer(model, config, adam, checkpoints)) {
            while (checkpoints.epochs() < options.epochs()) {
                int epoch = checkpoints.epochs() + 1;
                Engine.getEngine(PyTorch.ENGINE).setRandomSeed(options.seed() + epoch);
                runEpoch(trainer, new Random(options.seed() + epoch));
                checkpoints.add(block, adam, validationLoss(trainer));
                progress.accept(epoch, checkpoints.loss(epoch));
            }
        }
    }

    private float rate(double done) {
        return (float) (options.learningRate() * 0.5 * (1 + Math.cos(Math.PI * Math.min(1, done))));
    }

    private static Model model(RouterBlock block) {
        Model model = Model.newInstance("router", PyTorch.ENGINE);
        model.setBlock(block);
        return model;
    }

    private Trainer trainer(Model model, DefaultTrainingConfig config, ResumableAdamW adam, Checkpoints checkpoints)
            throws IOException {
        if (checkpoints.epochs() > 0) {
            checkpoints.resume(model.getBlock(), adam, model.getNDManager());
        }
        Trainer trainer = model.newTrainer(config);
        trainer.initialize(new Shape(options.batch(), shape.features()));
        return trainer;
    }

    private void runEpoch(Trainer trainer, Random random) {
        int[] order = training.all();
        for (int i = order.length - 1; i > 0; i--) {
            int other = random.nextInt(i + 1);
            int kept = order[i];
            order[i] = order[other];
            order[other] = kept;
        }
        for (int from = 0; from < order.length; from += options.batch()) {
            int[] batch = Arrays.copyOfRange(order, from, Math.min(from + options.batch(), order.length));
            try (NDManager scope = trainer.getManager().newSubManager();
                    GradientCollector gradients = trainer.newGradientCollector()) {
                NDArray logits = trainer.forward(new NDList(features(scope, training, batch)))
                        .singletonOrThrow();
                gradients.backward(loss.evaluate(new NDList(targets(scope, training, batch)), new NDList(logits)));
            }
            trainer.step();
        }
    }

    private double validationLoss(Trainer trainer) {
        double sum = 0;
        for (int[] batch : batches(validation)) {
            try (NDManager scope = trainer.getManager().newSubManager()) {
                NDList logits = trainer.evaluate(new NDList(features(scope, validation, batch)));
                sum += batch.length
                        * loss.evaluate(new NDList(targets(scope, validation, batch)), logits)
                                .getFloat();
            }
        }
        return sum / validation.count();
    }

    private TrainedHead best(Checkpoints checkpoints) throws IOException {
        int epoch = checkpoints.best();
        RouterBlock block = new RouterBlock(shape, 0);
        try (Model model = model(block)) {
            checkpoints.load(epoch, block, model.getNDManager());
            try (Trainer trainer =
                    model.newTrainer(new DefaultTrainingConfig(loss).optDevices(new Device[] {Device.cpu()}))) {
                trainer.initialize(new Shape(1, shape.features()));
                return new TrainedHead(
                        shape,
                        HeadTensors.of(block, shape, scaling),
                        scores(trainer, validation),
                        epoch,
                        checkpoints.loss(epoch));
            }
        }
    }

    private float[] scores(Trainer trainer, Examples examples) {
        float[] scores = new float[examples.count()];
        for (int[] batch : batches(examples)) {
            try (NDManager scope = trainer.getManager().newSubManager()) {
                NDArray logits = trainer.evaluate(new NDList(features(scope, examples, batch)))
                        .singletonOrThrow();
                float[] numbers = Activation.sigmoid(logits).toFloatArray();
                System.arraycopy(numbers, 0, scores, batch[0], batch.length);
            }
        }
        return scores;
    }

    private static Iterable<int[]> batches(Examples examples) {
        int[] all = examples.all();
        return IntStream.iterate(0, from -> from < all.length, from -> from + EVALUATED_AT_ONCE)
                        .mapToObj(from -> Arrays.copyOfRange(all, from, Math.min(from + EVALUATED_AT_ONCE, all.length)))
                ::iterator;
    }

    private NDArray features(NDManager scope, Examples examples, int[] batch) {
        return scope.create(examples.scaled(batch, scaling), new Shape(batch.length, shape.features()));
    }

    private static NDArray targets(NDManager scope, Examples examples, int[] batch) {
        return scope.create(examples.targets(batch));
    }
}
