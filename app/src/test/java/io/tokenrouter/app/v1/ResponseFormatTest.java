package io.tokenrouter.app.v1;

import static org.assertj.core.api.Assertions.assertThat;

import io.tokenrouter.engine.api.GenerationRequest;
import io.tokenrouter.engine.api.TokenConstraint;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code response_format} lets the models write. */
class ResponseFormatTest {

    private static final String PERSON = """
        {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}},
         "required": ["name", "age"], "additionalProperties": false}\
        """;

    @RegisterExtension
    static final ScriptedApi api = new ScriptedApi();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'json_schema', 'json_schema': {'name': 'person', 'strict': true, 'schema': PERSON}}",
                "{'type': 'json_schema', 'json_schema': {'description': 'who', 'schema': PERSON}}",
                "{'type': 'json_schema', 'schema': PERSON}",
                "{'type': 'json_object', 'schema': PERSON}",
            })
    void aSchemaMayStandWhereClientsPutIt(String format) {
        TokenConstraint constraint = constraint(format.replace('\'', '"').replace("PERSON", PERSON));
        assertThat(takes(constraint, "{\"name\":\"Ada\",\"age\":36}")).isTrue();
        assertThat(takes(constraint, "{\"age\":36,\"name\":\"Ada\"}")).isFalse();
        assertThat(takes(constraint, "{\"name\":\"Ada\"}")).isFalse();
    }

    @Test
    void anyObjectIsOne() {
        TokenConstraint constraint = constraint("{\"type\": \"json_object\"}");
        assertThat(takes(constraint, "{\"a\":[1,{\"b\":null}]}")).isTrue();
        assertThat(takes(constraint, "[1]")).isFalse();
    }

    @Test
    void textIsAnything() {
        api.chat(request -> Scripts.sum(), "duo", ", \"response_format\": {\"type\": \"text\"}");
        assertThat(api.asked().constraint()).isNull();
        api.chat(request -> Scripts.sum(), "duo", "");
        assertThat(api.asked().constraint()).isNull();
    }

    @Test
    void propertiesComeInTheOrderOfTheSchema() {
        TokenConstraint constraint = constraint("""
            {"type": "json_schema", "json_schema": {"name": "x", "schema": {"type": "object", "properties":
              {"z": {"type": "null"}, "y": {"type": "null"}, "a": {"type": "null"}}}}}\
            """);
        assertThat(takes(constraint, "{\"z\":null,\"y\":null,\"a\":null}")).isTrue();
        assertThat(takes(constraint, "{\"a\":null,\"y\":null}")).isFalse();
    }

    @Test
    void everyAnswerOfARequestAndEveryRequestOfTheSameFormShareIt() {
        String format = ", \"response_format\": {\"type\": \"json_object\", \"schema\": " + PERSON + "}";
        api.answers(request -> Scripts.sum());
        api.answer("/v1/completions", "{\"model\": \"small\", \"prompt\": [\"x\", \"y\"], \"n\": 2" + format + "}");
        List<GenerationRequest> first =
                List.copyOf(api.engine().requests()).reversed().subList(0, 4);
        api.chat(request -> Scripts.sum(), "duo", format);
        assertThat(first)
                .extracting(GenerationRequest::constraint)
                .allMatch(each -> each == api.asked().constraint());
    }

    @Test
    void whatCannotBeHeldIsNamedWithItsPlaceInTheSchema() {
        String message = api.refusal("/v1/chat/completions", ScriptedApi.chatBody("duo", """
            , "response_format": {"type": "json_schema", "json_schema": {"name": "x", "schema":
              {"type": "object", "properties": {"age": {"type": "integer", "multipleOf": 5}}}}}\
            """));
        assertThat(message)
                .isEqualTo(
                        "The JSON schema is not supported at #/properties/age/multipleOf: the keyword 'multipleOf' is"
                                + " not supported.");
    }

    @Test
    void aFormThatNoTextHasIsRefused() {
        String message = api.refusal("/v1/chat/completions", ScriptedApi.chatBody("duo", """
            , "response_format": {"type": "json_object", "schema": {"type": "object", "properties":
              {"next": {"$ref": "#"}}, "required": ["next"]}}\
            """));
        assertThat(message).startsWith("'duo' cannot answer in this form");
    }

    private static TokenConstraint constraint(String format) {
        api.chat(request -> Scripts.sum(), "duo", ", \"response_format\": " + format);
        TokenConstraint constraint = api.asked().constraint();
        assertThat(constraint).isNotNull();
        return constraint;
    }

    /** Whether a text can be written to its end. */
    private static boolean takes(TokenConstraint constraint, String text) {
        TokenConstraint.State state = constraint.start();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            if (!state.allowed().allows(each & 0xFF)) {
                return false;
            }
            state = state.after(each & 0xFF);
        }
        return state.allowed().allows(LetterTokenizer.END);
    }
}
