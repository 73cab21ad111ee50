package io.tokenrouter.engine.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonTextTest {

    @Test
    void writesAsPythonDoes() {
        Map<String, Object> value = new LinkedHashMap<>();
        value.put("a", Arrays.asList(1, 2.5, null, true));
        value.put("b\n", "é\"\\\u0001😀");
        value.put("c", Map.of());
        assertThat(JsonText.line(value, 1000))
                .isEqualTo("{\"a\": [1, 2.5, null, true], \"b\\n\": \"é\\\"\\\\\\u0001😀\", \"c\": {}}");
        assertThat(JsonText.compact(value)).startsWith("{\"a\":[1,2.5,null,true],");
        assertThat(JsonText.indented(Map.of("a", List.of(1, 2)), 2, 1000))
                .isEqualTo("{\n  \"a\": [\n    1,\n    2\n  ]\n}");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.0",
        "1, 1.0",
        "-2.5, -2.5",
        "1e-4, 0.0001",
        "1e-5, 1e-05",
        "1.5e-7, 1.5e-07",
        "1e15, 1000000000000000.0",
        "1e16, 1e+16",
        "1.25e300, 1.25e+300",
        "0.1, 0.1",
        "123456.789, 123456.789"
    })
    void numbersLookAsInPython(double value, String expected) {
        assertThat(PythonNumbers.repr(value)).isEqualTo(expected);
    }
}
