package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads the parts of a large file that are small in any real one. A tree takes many times the bytes of its text, so all that one of
 * these reads is bounded together. Depth is bounded by the parser.
 */
final class SmallTrees {

    private final String file;
    private final int mostValues;
    private int values;

    /**
     * @param file for messages
     * @param mostValues objects, lists and what is in them
     */
    SmallTrees(String file, int mostValues) {
        this.file = file;
        this.mostValues = mostValues;
    }

    /**
     * The value at which the parser stands.
     *
     * @throws ModelFormatException if there are too many, or a name is there twice
     */
    JsonNode read(JsonParser parser) {
        if (++values > mostValues) {
            throw new ModelFormatException(file + " has more than " + mostValues + " values where a few belong");
        }
        JsonToken token = parser.currentToken();
        if (token == JsonToken.START_OBJECT) {
            return object(parser);
        }
        return token == JsonToken.START_ARRAY ? array(parser) : parser.readValueAsTree();
    }

    private ObjectNode object(JsonParser parser) {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (object.replace(name, read(parser)) != null) {
                throw new ModelFormatException(file + " has \"" + Untrusted.name(name) + "\" twice in one object");
            }
        }
        return object;
    }

    private ArrayNode array(JsonParser parser) {
        ArrayNode array = JsonNodeFactory.instance.arrayNode();
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            array.add(read(parser));
        }
        return array;
    }
}
