package io.tokenrouter.engine.tokenizer;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.model.ModelFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Expressions of real models are run, those that keep a matcher busy are not. */
class SplitExpressionsTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                // GPT-2, Llama 3, Qwen 2, Mistral Nemo, GPT-4o, DeepSeek V3, StarCoder 2, Bloom, Kimi
                "'s|'t|'re|'ve|'m|'ll|'d| ?\\p{L}+| ?\\p{N}+| ?[^\\s\\p{L}\\p{N}]+|\\s+(?!\\S)|\\s+",
                "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
                "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
                "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+|[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]+[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]*|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n/]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
                "[^\\r\\n\\p{L}\\p{N}]?[\\p{Lu}\\p{Lt}\\p{Lm}\\p{Lo}\\p{M}]*[\\p{Ll}\\p{Lm}\\p{Lo}\\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\\p{N}{1,3}",
                "[!\"#$%&'()*+,\\-./:;<=>?@\\[\\\\\\]^_`{|}~][A-Za-z]+|[^\r\n\\p{L}\\p{P}\\p{S}]?[\\p{L}\\p{M}]+| ?[\\p{P}\\p{S}]+[\r\n]*|\\s*[\r\n]+",
                "\\p{N}{1,3}(?=(?:\\p{N}{3})*(?!\\p{N}))|(?=(\\d{3})+(?!\\d))",
                " ?[^(\\s|[.,!?…。，、।۔،])]+",
                "[\\p{Han}]+|[\\p{Lu}\\p{M}&&[^\\p{Han}]]*[\\p{Ll}\\p{M}&&[^\\p{Han}]]+(?i:'s|'t)?",
                "[\u4e00-\u9fa5\u3040-\u309f\u30a0-\u30ff]+"
            })
    void ofRealModels(String expression) {
        assertThatCode(() -> SplitExpressions.check(expression)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(?<name>a)",
                "(a+)+c",
                "(a|a)*c",
                "(a|aa)+$",
                "(?:a?){30}b",
                "a?a?a?a?a?a?a?b",
                "(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)(?:a|a)b",
                "a*a*[cd]",
                "\\s*\\s*\\s*x",
                "a*(?=b*c)",
                "a*(?=b*)c",
                "(?:(?=a*b)a)*c",
                "(a{1,9}){1,9}b",
                "a{1,9}+b",
                "a**",
                "(a)\\1*",
                "(a\\g<1>?)",
                "\\k<name>",
                "(?<=a+)b",
                "(?<!a)b",
                "(?~a)",
                "(?(1)a|b)",
                "(*FAIL)",
                "(?{code})",
                "(?i)a",
                "a{1000}",
                "a{2,1000}",
                "[]a]",
                "(a",
                "a)",
                "[a",
                "a\\",
                "\\p{L",
                "*a",
                "\\c((a+)+c"
            })
    void thatNeverEnd(String expression) {
        refused(expression);
    }

    @Test
    void thatAreHuge() {
        refused("a".repeat(5000));
        refused("(".repeat(1000) + ")".repeat(1000));
        refused("[".repeat(1000));
    }

    private static void refused(String expression) {
        assertThatExceptionOfType(ModelFormatException.class)
                .isThrownBy(() -> SplitExpressions.check(expression))
                .withMessageStartingWith("tokenizer.json has an expression");
    }
}
