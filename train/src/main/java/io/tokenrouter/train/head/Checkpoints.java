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
 * A training's weights after every epoch, in a folder of its own. An epoch counts once its loss is a line of the journal, which is
 * written after its weights.
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

    /** Keeps the weights of the next epoch. */
    void add(Block block, double loss) throws IOException {
        Path temporary = folder.resolve("epoch.tmp");
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(temporary)))) {
            block.saveParameters(out);
        }
        Files.move(temporary, weights(epochs() + 1), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(journal, loss + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        losses.add(loss);
    }

    /** Puts the weights of an epoch into a block that has none yet. */
    void load(int epoch, Block block, NDManager manager) throws IOException {
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(weights(epoch))))) {
            block.loadParameters(manager, in);
        } catch (MalformedModelException e) {
            throw new IOException(weights(epoch) + " does not hold the weights of this network", e);
        }
    }

    private Path weights(int epoch) {
        return folder.resolve("epoch-" + epoch + ".params");
    }
}
