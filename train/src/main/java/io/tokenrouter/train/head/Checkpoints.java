package io.tokenrouter.train.head;

import ai.djl.MalformedModelException;
import ai.djl.ndarray.NDManager;
import ai.djl.nn.Block;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * A training's weights after every epoch, in a folder of its own, and the optimizer's moments after the last one. An epoch counts once its
 * loss is a line of the journal, which is written after the rest.
 */
final class Checkpoints {

    private final Path folder;
    private final Path journal;
    private final List<Double> losses = new ArrayList<>();

    /** @param folder made where it is missing; one that is there is gone on with */
    Checkpoints(Path folder) throws IOException {
        this.folder = Files.createDirectories(folder);
        journal = folder.resolve("validation-losses.txt");
        if (Files.exists(journal)) {
            for (String line : Files.readAllLines(journal)) {
                losses.add(Double.parseDouble(line));
            }
        }
    }

    /** Epochs that are done. */
    int epochs() {
        return losses.size();
    }

    /** The epoch, from 1, with the least loss; the first of equal ones. */
    int best() {
        int best = 0;
        for (int i = 1; i < losses.size(); i++) {
            best = losses.get(i) < losses.get(best) ? i : best;
        }
        return best + 1;
    }

    double loss(int epoch) {
        return losses.get(epoch - 1);
    }

    /** Keeps the next epoch. */
    void add(Block block, ResumableAdamW adam, double loss) throws IOException {
        write(weights(epochs() + 1), block::saveParameters);
        write(moments(epochs() + 1), out -> adam.save(block, out));
        Files.writeString(journal, loss + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        Files.deleteIfExists(moments(epochs()));
        losses.add(loss);
    }

    private interface Content {

        void write(DataOutputStream out) throws IOException;
    }

    private void write(Path file, Content content) throws IOException {
        Path temporary = folder.resolve("epoch.tmp");
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(temporary)))) {
            content.write(out);
        }
        Files.move(temporary, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** Puts the weights after the last epoch into a block that has none yet, and the moments into its optimizer. */
    void resume(Block block, ResumableAdamW adam, NDManager manager) throws IOException {
        load(epochs(), block, manager);
        try (DataInputStream in = open(moments(epochs()))) {
            adam.load(block, manager, in);
        }
    }

    /** Puts the weights of an epoch into a block that has none yet. */
    void load(int epoch, Block block, NDManager manager) throws IOException {
        try (DataInputStream in = open(weights(epoch))) {
            block.loadParameters(manager, in);
        } catch (MalformedModelException e) {
            throw new IOException(weights(epoch) + " does not hold the weights of this network", e);
        }
    }

    private static DataInputStream open(Path file) throws IOException {
        return new DataInputStream(new BufferedInputStream(Files.newInputStream(file)));
    }

    private Path moments(int epoch) {
        return folder.resolve("epoch-" + epoch + ".moments");
    }

    private Path weights(int epoch) {
        return folder.resolve("epoch-" + epoch + ".params");
    }
}
