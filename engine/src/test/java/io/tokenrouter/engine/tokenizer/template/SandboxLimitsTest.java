package io.tokenrouter.engine.tokenizer.template;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tokenrouter.engine.api.EngineException;
import java.lang.management.ManagementFactory;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a template may make of one megabyte that a user wrote. */
class SandboxLimitsTest {

    private static final String MEGABYTE = "ab\n ".repeat(1 << 18);

    /** Every one of them was computed, hundreds of megabytes to more than any memory, or took as many steps. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ c.replace('a', c) }}",
                "{{ c.replace('', c) }}",
                "{{ c.replace('a', c, 1000) }}",
                "{{ c.replace(c, 'a') }}",
                "{{ c|replace('a', c) }}",
                "{{ c.join([1, 2]) }}",
                "{{ c.join(c.split('a')) }}",
                "{{ c.find(c) }}",
                "{{ c.split(c) }}",
                "{{ c.strip(c) }}",
                "{{ (c ~ c ~ c ~ c ~ c).split('')}}",
                "{{ (c ~ c ~ c ~ c ~ c).split('\\n')}}",
                "{{ (c ~ c ~ c ~ c ~ c).split()}}",
                "{{ (c ~ c ~ c ~ c ~ c).splitlines()}}",
                "{% for x in c ~ c %}{% endfor %}",
                "{{ 'a'|center(2000000000) }}",
                "{{ c|indent(1000) }}",
                "{{ c|indent(width=1000) }}",
                "{{ '%2000000000d'|format(1) }}",
                "{{ '%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s'|format(c) }}",
                "{{ [1]|batch(2000000000, 'x') }}",
                "{{ {'a': 1}|tojson(indent=100000000) }}",
                "{{ {'a': 1}|tojson(indent=-1) }}",
                "{% set x = [c] %}{% set x = x + x %}{% set x = x + x %}{% set x = x + x %}{% set x = x + x %}{{ x|tojson }}",
                "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}{{ ns.x|tojson }}",
                "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x|length }}",
                "{% set ns = namespace(x='a') %}{% for i in range(40) %}{% set ns.x = ns.x + ns.x %}{% endfor %}{{ ns.x|length }}",
                "{% set ns = namespace(x='a') %}{% for i in range(40) %}{% set ns.x = ns.x ~ ns.x %}{% endfor %}{{ ns.x|length }}",
            })
    void whatMultipliesTextIsRefusedBeforeItIsMade(String source) {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        JinjaChatTemplate template = template(source);
        List<Map<String, Object>> messages = List.of(Map.of("role", "user", "content", "x"));
        long before = threads.getCurrentThreadAllocatedBytes();
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> template.render(messages, List.of(), Map.of("c", MEGABYTE)))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(EngineException.Kind.INVALID_REQUEST))
                .withMessageStartingWith("the model's chat template refuses these messages: ");
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(400L << 20);
    }

    /** A list that can be reached in 2^40 ways. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{{ ns.x ~ '' }}",
                "{{ ns.x|string }}",
                "{{ ns.x|upper }}",
                "{{ [ns.x]|join }}",
                "{{ ns.x|tojson(indent=1) }}",
                "{{ ns.x }}"
            })
    void listsThatHoldOneAnotherAreNotWrittenOut(String end) {
        whatMultipliesTextIsRefusedBeforeItIsMade(
                "{% set ns = namespace(x=[1]) %}{% for i in range(40) %}{% set ns.x = [ns.x, ns.x] %}{% endfor %}"
                        + end);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "{{ 'aXbXc'.replace('X', '-') }} # a-b-c",
                "{{ 'aXbXc'.replace('X', '-', 1) }} # a-bXc",
                "{{ 'ab'.replace('', '-') }} # -a-b-",
                "{{ ' a  b c '.split(none, 1)|tojson }} # [\"a\", \"b c \"]",
                "{{ '-'.join(['a', 'b']) }} # a-b",
                "{{ 'a'|center(3) }}| # ` a |`",
                "{{ 'a\\nb'|indent(2) }} # `a\n  b`",
                "{{ '%s-%s'|format('a', 'b') }} # a-b",
                "{{ 'aXb'|replace('X', '-') }} # a-b",
                "{{ [1, 2, 3]|batch(2)|length }} # 2",
                "{{ {'a': 1}|tojson(indent=1) }} # `{\n \"a\": 1\n}`",
            })
    void allOfThemWork(String source, String expected) {
        assertThat(template(source)
                        .render(List.of(Map.of("role", "user", "content", "x")), List.of(), Map.of())
                        .text())
                .isEqualTo(expected);
    }

    /** They read templates, JSON and YAML, or write logs. */
    @ParameterizedTest
    @ValueSource(
            strings = {"render", "fromjson", "fromyaml", "log", "regex_replace('a', 'b')", "md5", "shuffle", "random"})
    void filtersThatJinjaDoesNotHaveAreNotThere(String filter) {
        assertThatExceptionOfType(EngineException.class)
                .isThrownBy(() -> template("{{ '{}'|" + filter + " }}")
                        .render(List.of(Map.of("role", "user", "content", "x")), List.of(), Map.of()));
    }

    @Test
    void aLongConversationStaysBelowTheLimits() {
        String source = "{% for m in messages %}{{ m.content.strip().replace('a', 'b').split('\\n')[0] }}"
                + "{{ m.content.split()[-1] }}{{ m|tojson|length }}{% endfor %}";
        assertThat(template(source)
                        .render(List.of(Map.of("role", "user", "content", MEGABYTE)), List.of(), Map.of())
                        .text())
                .startsWith("bb");
    }

    private static JinjaChatTemplate template(String source) {
        return new JinjaChatTemplate(source, ControlTokens.COMMON, Map.of(), Clock.systemUTC());
    }
}
