package io.tokenrouter.engine.heads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.ModelFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Collections;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files of heads: what they hold, what changes, what is refused. */
class HeadFoldersTest {

    @TempDir
    Path shipped;

    @TempDir
    Path own;

    private HeadFolders heads;

    @BeforeEach
    void open() {
        heads = new HeadFolders(List.of(own, shipped, own.resolve("not-there")));
    }

    @Test
    void publishedNamesGiveTheResidualNetwork() throws IOException {
        write(own, "r2r", Safetensors.residual(6).with("threshold", "0.42").bytes());
        RouterHead head = heads.find("r2r").orElseThrow();
        RouterNet.Residual net = (RouterNet.Residual) head.net();
        assertThat(net.hiddenSize()).isEqualTo(4);
        assertThat(net.topLogits()).isEqualTo(6);
        assertThat(net.blocks()).hasSize(6);
        assertThat(head.score()).isEqualTo(RouterHead.Score.HARD);
        assertThat(head.threshold()).isEqualTo(OptionalDouble.of(0.42));
    }

    @Test
    void layersGiveThePerceptronWithoutAThresholdOfItsOwn() throws IOException {
        write(own, "citer", Safetensors.perceptron().with("score", "easy").bytes());
        RouterHead head = heads.find("citer").orElseThrow();
        assertThat(((RouterNet.Perceptron) head.net()).layers()).hasSize(2);
        assertThat(head.score()).isEqualTo(RouterHead.Score.EASY);
        assertThat(head.threshold()).isEmpty();
    }

    @Test
    void anOwnHeadHidesAShippedOneAndAChangedFileIsReadAgain() throws IOException {
        write(shipped, "demo", Safetensors.residual(1).bytes());
        assertThat(heads.find("demo").orElseThrow().net()).isInstanceOf(RouterNet.Residual.class);
        Path file = write(
                own, "demo", Safetensors.perceptron().with("threshold", "0.1").bytes());
        RouterHead first = heads.find("demo").orElseThrow();
        assertThat(heads.find("demo").orElseThrow()).as("read once").isSameAs(first);
        write(own, "demo", Safetensors.perceptron().with("threshold", "0.2").bytes());
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        assertThat(heads.find("demo").orElseThrow().threshold()).isEqualTo(OptionalDouble.of(0.2));
        write(shipped, "another", Safetensors.perceptron().bytes());
        Files.writeString(own.resolve("notes.txt"), "no head");
        assertThat(heads.ids()).containsExactly("another", "demo");
    }

    @Test
    void aFileIsReadOnceHoweverManyNameItAtOnce() throws Exception {
        write(own, "wide", Safetensors.residual(200).bytes());
        int callers = 16;
        CyclicBarrier together = new CyclicBarrier(callers);
        try (ExecutorService threads = Executors.newFixedThreadPool(callers)) {
            List<Future<RouterHead>> found = threads.invokeAll(Collections.nCopies(callers, () -> {
                together.await();
                return heads.find("wide").orElseThrow();
            }));
            RouterHead one = heads.find("wide").orElseThrow();
            for (Future<RouterHead> each : found) {
                assertThat(each.get()).isSameAs(one);
            }
        }
    }

    /** The file would be good when read again, but has the size and time of the one that was not. */
    @Test
    void aDamagedFileIsNotReadAgainUntilItChanges() throws IOException {
        byte[] good = Safetensors.perceptron().bytes();
        byte[] damaged = good.clone();
        damaged[8] = 'x';
        Path file = write(own, "head", damaged);
        Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        for (int i = 0; i < 2; i++) {
            assertThatExceptionOfType(ModelFormatException.class)
                    .isThrownBy(() -> heads.find("head"))
                    .withMessageContaining("not JSON");
            write(own, "head", good);
            Files.setLastModifiedTime(file, FileTime.fromMillis(1));
        }
        Files.setLastModifiedTime(file, FileTime.fromMillis(2000));
        assertThat(heads.find("head")).isPresent();
    }

    @Test
    void namesLeadToNoFileOutsideTheFolders() throws IOException {
        write(own, "demo", Safetensors.perceptron().bytes());
        Path inside = Files.createDirectory(own.resolve("inside"));
        HeadFolders narrow = new HeadFolders(List.of(inside));
        for (String id : List.of(
                "../demo", "..", "", "a/b", "demo\0", own.resolve("demo").toString(), "x".repeat(99))) {
            assertThat(narrow.find(id)).as(id).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "backbone.blocks.1.mlp.3.weight | 5,21 | backbone.blocks.1.mlp.3.weight has 21 columns, not 20",
                "combined_projection.weight     | 5,11 | combined_projection.weight has 11 columns, not 12",
                "backbone.output_layer.1.weight | 2,5  | backbone.output_layer.1.bias is 1 x 1, not 1 x 2",
                "backbone.output_layer.0.weight | 6    | backbone.output_layer.0.weight is 1 x 6, not 1 x 5",
                "backbone.input_projection.bias | 4    | backbone.input_projection.bias is 1 x 4, not 1 x 5",
                "layer_norm_token.weight        | 4    | layer_norm_token.weight belongs to no router head",
                "backbone.position_embedding    | 9,5  | backbone.position_embedding belongs to no router head",
                "backbone.output_layer.1.weight |      | the file has no tensor backbone.output_layer.1.weight",
            })
    void whatDoesNotFitIsNamed(String tensor, String shape, String message) throws IOException {
        Safetensors file = Safetensors.residual(2);
        if (shape == null) {
            file.shapes.remove(tensor);
        } else {
            file.shapes.put(
                    tensor,
                    java.util.Arrays.stream(shape.split(","))
                            .mapToInt(Integer::parseInt)
                            .toArray());
        }
        refused(file.bytes(), message);
    }

    /** In each kind of tensor of a head, and in each way to store it, the last weight of all. */
    @ParameterizedTest
    @CsvSource({
        "layers.0.weight, F32,  7fc00000, 'row 7, column 3'",
        "layers.0.bias,   F32,  7f800000, 'row 0, column 7'",
        "layers.1.weight, F16,  fc00,     'row 0, column 7'",
        "layers.1.weight, BF16, ff81,     'row 0, column 7'",
        "layers.1.bias,   F32,  ff800000, 'row 0, column 0'",
    })
    void aWeightThatIsNoFiniteNumberIsNamed(String tensor, String format, String bits, String place)
            throws IOException {
        byte[] file = Safetensors.perceptron()
                .lastOf(tensor, format, Integer.parseUnsignedInt(bits, 16))
                .bytes();
        refused(file, "tensor " + tensor + " has a weight that is infinite or no number, in " + place);
    }

    @Test
    void theLargestAndSmallestFiniteWeightsOfEachFormatAreRead() throws IOException {
        write(
                own,
                "f32",
                Safetensors.perceptron()
                        .lastOf("layers.0.weight", "F32", 0x7f7f_ffff)
                        .bytes());
        write(
                own,
                "f16",
                Safetensors.perceptron()
                        .lastOf("layers.0.weight", "F16", 0xfbff)
                        .bytes());
        write(
                own,
                "bf16",
                Safetensors.perceptron()
                        .lastOf("layers.0.weight", "BF16", 0xff7f)
                        .bytes());
        write(
                own,
                "tiny",
                Safetensors.perceptron().lastOf("layers.0.weight", "F32", 1).bytes());
        assertThat(List.of("f32", "f16", "bf16", "tiny"))
                .allSatisfy(id -> assertThat(heads.find(id)).isPresent());
    }

    @Test
    void otherFilesAreRefusedInWords() throws IOException {
        refused(new byte[3], "too short");
        refused("GGUF and something else".getBytes(java.nio.charset.StandardCharsets.UTF_8), "no safetensors file");
        refused(Safetensors.file("[1, 2]", 0), "not a JSON object");
        refused(Safetensors.file("{\"a\": 1}", 0), "tensor a is not described by a JSON object");
        refused(
                Safetensors.file("{\"a\": {\"data_offsets\": [0,0]}, \"a\": {\"data_offsets\": [0,0]}}", 0),
                "tensor a is there twice");
        refused(Safetensors.file("{}", 0), "no tensor layers.0.weight");
        refused(Safetensors.perceptron().with("threshold", "NaN").bytes(), "threshold");
        refused(Safetensors.perceptron().with("threshold", "much").bytes(), "threshold");
        refused(Safetensors.perceptron().with("score", "x").bytes(), "hard or easy");
        refused(
                Safetensors.file(tensor("[2147483647,2147483647]", "[0,4]"), 4),
                "has 4 bytes, not 2147483647 x 2147483647");
        refused(Safetensors.file(tensor("[1,4]", "[0,16]"), 4), "not within the file");
        refused(Safetensors.file(tensor("[1,4]", "[-8,8]"), 16), "an offset that is no positive number");
        refused(Safetensors.file(tensor("[0,4]", "[0,0]"), 16), "no positive number");
        refused(Safetensors.file(tensor("[1.5,4]", "[0,16]"), 16), "no positive number");
    }

    private static String tensor(String shape, String offsets) {
        return "{\"layers.0.weight\":{\"dtype\":\"F32\",\"shape\":%s,\"data_offsets\":%s}}".formatted(shape, offsets);
    }

    private void refused(byte[] file, String message) throws IOException {
        write(own, "bad", file);
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> heads.find("bad"))
                .withMessageContaining(message);
    }

    private static Path write(Path folder, String id, byte[] file) throws IOException {
        return Files.write(folder.resolve(id + ".safetensors"), file);
    }
}
