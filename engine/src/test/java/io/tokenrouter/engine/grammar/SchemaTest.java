package io.tokenrouter.engine.grammar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a schema lets be written, and what is refused because it could not be held. */
class SchemaTest {

    /** Schema, a document that can be written, and one that cannot. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type': 'object', 'properties': {'a': {}, 'b': {}}, 'required': ['b']}  | {'b':1}       | {'a':1}",
                "{'type': 'object', 'properties': {'a': {}, 'b': {}}, 'required': ['b']}  | {'a':1,'b':2} |"
                        + " {'b':2,'a':1}",
                "{'type': 'object', 'properties': {'a': {}, 'b': {}}, 'required': ['b']}  | {'b':null}    |"
                        + " {'b':1,'c':1}",
                "{'properties': {'a': {'type': 'null'}}}                                  | {}            | null",
                "{'type': 'object', 'properties': {}}                                     | {}            | {'a':1}",
                "{'type': 'object'}                                      | {'a':{'b':[1,'x',null,true]}}  | [1]",
                "{'type': 'object', 'required': ['z']}                                    | {'z':[]}      | {}",
                "{'properties': {'a': {}}, 'additionalProperties': {'type': 'integer'}}   | {'a':'x','b':2} |"
                        + " {'b':'x'}",
                "{'properties': {'a': {}}, 'additionalProperties': true}                  | {'b':1,'ab':2} |"
                        + " {'b':1,'a':1}",
                "{'properties': {'a': {'type': 'null'}}, 'additionalProperties': true}    | {'':1,'aa':2} |"
                        + " {'\\u0061':1}",
                "{'type': 'object', 'additionalProperties': {'type': 'null'}}             | {'\\n':null}  | {'x':1}",
                "{'type': 'array', 'items': {'type': 'integer'}, 'minItems': 1, 'maxItems': 2} | [1,2]    | []",
                "{'type': 'array', 'items': {'type': 'integer'}, 'minItems': 1, 'maxItems': 2} | [1]      | [1,2,3]",
                "{'type': 'array', 'items': false}                                        | []            | [1]",
                "{'prefixItems': [{'type': 'null'}, {'const': 1}], 'items': {'const': 2}} | [null,1,2,2]  | [null,2]",
                "{'prefixItems': [{'type': 'null'}, {'const': 1}]}                        | [null]        | [null,1,2]",
                "{'prefixItems': [{'type': 'null'}], 'minItems': 2}                       | [null,{}]     | [null]",
                "{'type': 'string', 'minLength': 1, 'maxLength': 2}                       | '😀\\n'       | ''",
                "{'type': 'string', 'minLength': 1, 'maxLength': 2}                       | '\\u00e9a'    | 'abc'",
                "{'type': 'string', 'maxLength': 0}                                       | ''            | 'a'",
                "{'type': 'string'}                                                       | '\\ud7ff'     | '\\ud800'",
                "{'type': 'integer'}                                                      | -12           | 1.0",
                "{'type': 'integer'}                                                      | 0             | 01",
                "{'type': 'integer'}                                      | 999999999999999999    |"
                        + " 1000000000000000000",
                "{'type': 'number'}                                                       | -0.5e-07      | .5",
                "{'type': 'number'}                                                       | 1E+9          | 1e100",
                "{'type': ['boolean', 'null']}                                            | true          | 'true'",
                "{'type': 'string', 'enum': ['a', 'ab', 1]}                               | 'ab'          | 1",
                "{'const': {'a': [1, 'é']}}                                         | {'a':[1,'é']} | {'a':[1]}",
                "{'enum': [1, 2], 'const': 2}                                             | 2             | 1",
                "{'anyOf': [{'type': 'null'}, {'type': 'array', 'items': {'$ref': '#'}}]} | [[null],[]]   | [1]",
                "{'oneOf': [{'type': 'null'}, {'type': 'integer'}]}                       | 7             | 7.5",
                "{'allOf': [{'$ref': '#/$defs/x'}], '$defs': {'x': {'const': 3}}}         | 3             | 4",
                "{'$ref': '#/$defs/a~1b%25', '$defs': {'a/b%': {'type': 'null'}}}         | null          | 1",
                "{'title': 'x', '$id': 'urn:x', 'examples': [1], 'default': 0, '$comment': '', 'type': 'null'} | null"
                        + " | 0",
                "{'type': 'array', 'items': {'anyOf': [{'const': 1}, false]}}             | [1]           | [2]",
                "true                                                                     | [{'a':1}]     | [1,]",
                "{}                                                                       | 'x'           | 'x",
            })
    void writesWhatIsValidAndNothingElse(String schema, String written, String notWritten) {
        Expr root = Grammar.ofSchema(Documents.parse(quoted(schema))).root();
        assertThat(NaiveReader.isWhole(root, Bytes.utf8(quoted(written))))
                .as("written")
                .isTrue();
        assertThat(NaiveReader.isWhole(root, Bytes.utf8(quoted(notWritten))))
                .as("not written")
                .isFalse();
        assertThat(SchemaOracle.faults(Documents.parse(quoted(schema)), quoted(written)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type': 'integer', 'multipleOf': 3} | #/multipleOf | not supported",
                "{'type': 'integer', 'minimum': '3'} | #/minimum | must be a number",
                "{'type': 'integer', 'minimum': 0, 'exclusiveMinimum': true} | #/exclusiveMinimum | must be a number",
                "{'type': 'number', 'minimum': 0.1234567891} | # | behind the point",
                "{'properties': {'a': {'type': 'string', 'pattern': 'x'}}}         | #/properties/a/pattern     | not"
                        + " supported",
                "{'properties': {'a/b': {'format': 'uri'}}} | #/properties/a~1b/format | not supported",
                "{'format': 'date', 'maxLength': 3} | #/maxLength | beside",
                "{'items': {'not': {}}}                                            | #/items/not                | not"
                        + " supported",
                "{'type': 'array', 'uniqueItems': true}                            | #/uniqueItems              | not"
                        + " supported",
                "{'patternProperties': {}}                                         | #/patternProperties        | not"
                        + " supported",
                "{'typo': 1}                                                       | #/typo                     | not"
                        + " supported",
                "{'properties': {'a': {'$id': 'x'}}}                               | #/properties/a/$id         | not"
                        + " supported",
                "{'allOf': [{}, {}]}                                               | #/allOf                    | more"
                        + " than one",
                "{'$ref': '#/$defs/a', 'type': 'object', '$defs': {'a': {}}}       | #/type                     |"
                        + " beside",
                "{'type': 'object', 'anyOf': [{}]}                                 | #/type                     |"
                        + " beside",
                "{'enum': ['a'], 'maxLength': 2}                                   | #/maxLength                |"
                        + " beside",
                "{'oneOf': [{'type': 'integer'}, {'type': 'number'}]}              | #/oneOf                    | may"
                        + " hold",
                "{'oneOf': [{'type': 'object'}, {'type': 'object'}]}               | #/oneOf                    | may"
                        + " hold",
                "{'oneOf': [{'const': 1}, {'enum': [2, 1.0]}]}                     | #/oneOf                    | may"
                        + " hold",
                "{'$ref': 'http://example.com/schema'}                             | #/$ref                     |"
                        + " within the schema",
                "{'$ref': '#/$defs/missing'}                                       | #/$ref                     |"
                        + " nothing",
                "{'$ref': '#name'}                                                 | #/$ref                     |"
                        + " within the schema",
                "{'$ref': '#'}                                                     | #/$ref                     |"
                        + " itself",
                "{'anyOf': [{'$ref': '#/$defs/a'}], '$defs': {'a': {'anyOf': [{'type': 'null'}, {'$ref': '#'}]}}}"
                        + "| # | itself",
                "{'type': 'text'}                                                  | #/type                     | must"
                        + " be",
                "{'type': []}                                                      | #/type                     | at"
                        + " least one",
                "{'type': 5}                                                       | #/type                     | at"
                        + " least one",
                "{'enum': []}                                                      | #/enum                     | at"
                        + " least one",
                "{'type': 'string', 'maxLength': -1}                               | #/maxLength                |"
                        + " whole number",
                "{'type': 'string', 'maxLength': 1.5}                              | #/maxLength                |"
                        + " whole number",
                "{'type': 'string', 'maxLength': 100000}                           | #/maxLength                | most",
                "{'type': 'array', 'items': [{}]}                                  | #/items                    |"
                        + " prefixItems",
                "{'type': 'object', 'properties': {'a': 5}}                        | #/properties/a             | must"
                        + " be an object",
                "{'type': 'object', 'required': 'a'}                               | #/required                 | list",
                "{'const': '\\ud800'}                                              | #/const                    |"
                        + " surrogate",
                "{'properties': {'\\ud800': {}}}                                   | #/properties               |"
                        + " surrogate",
                "[]                                                                | #                          | must"
                        + " be an object",
            })
    void refusesWhatCannotBeHeldAndSaysWhere(String schema, String path, String reason) {
        assertThatThrownBy(() -> Grammar.ofSchema(Documents.parse(quoted(schema))))
                .isInstanceOf(UnsupportedSchemaException.class)
                .hasMessageContaining(reason)
                .extracting(thrown -> ((UnsupportedSchemaException) thrown).path())
                .asString()
                .startsWith(path);
    }

    /** A discriminated union, as generators of schemas write it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'properties': {'k': {'const': 'a'}}, 'required': ['k']}    | {'properties': {'k': {'enum': ['b']}},"
                        + " 'required': ['k']}",
                "{'properties': {'k': {'const': 'a'}}, 'required': ['k']}    | {'properties': {'x': {}},"
                        + " 'additionalProperties': false}",
                "{'properties': {'k': {'type': 'null'}}, 'required': ['k']}  | {'properties': {'k': {'type':"
                        + " 'string'}}, 'required': []}",
            })
    void alternativesMayDifferInARequiredProperty(String one, String other) {
        String schema =
                "{'discriminator': {'propertyName': 'k'}, 'oneOf': [{'$ref': '#/$defs/o'}, {'$ref': '#/$defs/p'}],"
                        + "'$defs': {'o': {'type': 'object', " + one.substring(1) + ", 'p': {'type': 'object', "
                        + other.substring(1) + "}}";
        assertThat(Grammar.ofSchema(Documents.parse(quoted(schema)))).isNotNull();
    }

    @Test
    void partsAreJoinedToFormsThatAreNoJson() {
        Grammar call = Grammar.sequence(
                Grammar.text("<call>{\"name\":\"f\",\"arguments\":"),
                Grammar.ofSchema(
                        Documents.parse("{\"type\": \"object\", \"properties\": {\"x\": {\"type\": \"null\"}}}")),
                Grammar.text("}</call>"));
        Expr calls = Grammar.repeat(Grammar.choice(List.of(call, Grammar.text("-"))), 1, 2)
                .root();
        assertThat(NaiveReader.isWhole(calls, Bytes.utf8("-<call>{\"name\":\"f\",\"arguments\":{\"x\":null}}</call>")))
                .isTrue();
        assertThat(NaiveReader.isWhole(calls, Bytes.utf8("---"))).isFalse();
        assertThatThrownBy(() -> Grammar.text("")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> Grammar.repeat(call, 2, 1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static String quoted(String json) {
        return json.replace('\'', '"');
    }
}
