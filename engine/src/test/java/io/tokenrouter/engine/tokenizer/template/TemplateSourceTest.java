package io.tokenrouter.engine.tokenizer.template;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TemplateSourceTest {

    /** An apostrophe in the text or a comment begins no literal. */
    @Test
    void wordsAreThoseOfTheTags() {
        TemplateSource source = TemplateSource.of(
                "it's {# don't #}{% if role == 'us\\'er\\n' %}{{ message[\"a'b\"] }}{% endif %} isn't {{ '{%' ~ x }}\n");
        assertThat(source.words())
                .containsExactlyInAnyOrder("if", "role", "us'er\n", "message", "a'b", "endif", "{%", "x");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '#',
            quoteCharacter = '`',
            value = {
                "{%- for m in messages if m.a -%}x{% endfor %} # {%- set kept__0 = namespace(items=[]) %}{% for m in messages %}{% if m.a %}{% set kept__0.items = kept__0.items + [m] %}{% endif %}{% endfor %}{% for m in kept__0.items -%}x{% endfor %}",
                "{% for m in a if b else c %} # {% for m in a if b else c %}",
                "{% for m in [a if b] %} # {% for m in [a if b] %}",
                "{% for m in f(' if ') %} # {% for m in f(' if ') %}",
                "{% form in a if b %} # {% form in a if b %}",
                "{% raw %}{% for m in a if b %}{% endraw %} # {% raw %}{% for m in a if b %}{% endraw %}",
                "it's {% for m in a %} # it's {% for m in a %}",
            })
    void onlyLoopsWithAConditionAreWrittenAnew(String source, String expected) {
        assertThat(TemplateSource.of(source).text()).isEqualTo(expected);
    }

    @Test
    void whatJinjavaDoesNotKnowIsWrittenAnew() {
        assertThat(TemplateSource.of("{% generation %}{{ a[ :: -1] }}{%- endgeneration -%}")
                        .text())
                .isEqualTo("{# #}{{ a|reverse|list }}{#- -#}");
    }

    @Test
    void theConditionIsTheOneBehindAChoice() {
        assertThat(TemplateSource.of("{% for m in a if b else c if d == ' else ' %}")
                        .text())
                .contains("in a if b else c %}{% if d == ' else ' %}");
    }

    /** Each of them took steps in proportion to the square of its length, or a call for each of its characters. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{% for x",
                "{% for '\\'",
                "'\\'",
                "{{ '\\'",
                "{{ \"'",
                "{% for x in a ",
                "{% raw %}{% ",
                "{% for a in b if c %}",
                "[ :: ",
                "{%- generation ",
                "{#",
                "{",
            })
    void whateverItIsItIsReadInOnePass(String part) {
        String source = part.repeat(1_000_000 / part.length());
        assertThat(TemplateSource.of("{% for " + source).text()).isNotEmpty();
        assertThat(TemplateSource.of(source + " %}").text()).isNotEmpty();
    }
}
