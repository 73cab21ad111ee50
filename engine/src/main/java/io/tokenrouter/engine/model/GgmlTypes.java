package io.tokenrouter.engine.model;

import io.tokenrouter.engine.tensor.TensorFormat;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The numbers that GGUF gives to tensor formats. */
final class GgmlTypes {

    private static final Map<Integer, TensorFormat> SUPPORTED = Arrays.stream(TensorFormat.values())
            .collect(Collectors.toUnmodifiableMap(TensorFormat::ggmlType, Function.identity()));

    /** Formats that exist and that we do not read, so that a refusal can name them. */
    private static final Map<Integer, String> OTHERS = Map.ofEntries(
            Map.entry(9, "Q8_1"),
            Map.entry(15, "Q8_K"),
            Map.entry(16, "IQ2_XXS"),
            Map.entry(17, "IQ2_XS"),
            Map.entry(18, "IQ3_XXS"),
            Map.entry(19, "IQ1_S"),
            Map.entry(21, "IQ3_S"),
            Map.entry(22, "IQ2_S"),
            Map.entry(24, "I8"),
            Map.entry(25, "I16"),
            Map.entry(26, "I32"),
            Map.entry(27, "I64"),
            Map.entry(28, "F64"),
            Map.entry(29, "IQ1_M"),
            Map.entry(34, "TQ1_0"),
            Map.entry(35, "TQ2_0"),
            Map.entry(39, "MXFP4"));

    private GgmlTypes() {}

    static TensorFormat format(int number, String what) {
        TensorFormat format = SUPPORTED.get(number);
        if (format == null) {
            String name = OTHERS.getOrDefault(number, "the unknown type " + Integer.toUnsignedString(number));
            throw new ModelFormatException(what + " is stored as " + name + ", which is not supported; supported are "
                    + Arrays.stream(TensorFormat.values()).map(Enum::name).collect(Collectors.joining(", ")));
        }
        return format;
    }
}
