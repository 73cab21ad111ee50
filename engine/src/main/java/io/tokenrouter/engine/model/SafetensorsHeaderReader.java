package io.tokenrouter.engine.model;

import io.tokenrouter.engine.model.SafetensorsHeader.Entry;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * Reads the JSON of a safetensors header entry by entry: a header is as long as its maker likes, and a tree of it would take
 * many times its bytes.
 */
final class SafetensorsHeaderReader {

    private static final int MOST_TENSORS = 65_536;
    private static final int MOST_DIMENSIONS = 8;

    private final JsonParser json;
    private final Map<String, String> metadata;
    private final Set<String> names = new HashSet<>();
    private final List<Entry> entries = new ArrayList<>();

    private SafetensorsHeaderReader(JsonParser json, Map<String, String> metadata) {
        this.json = json;
        this.metadata = metadata;
    }

    /**
     * @param metadata gets the texts
     * @throws ModelFormatException if this is no such header
     */
    static List<Entry> read(byte[] header, Map<String, String> metadata) {
        try (JsonParser json = ModelJson.mapper(header.length).createParser(header)) {
            return new SafetensorsHeaderReader(json, metadata).read();
        } catch (JacksonException e) {
            throw new ModelFormatException("the header is not JSON: " + Untrusted.name(e.getOriginalMessage()), e);
        }
    }

    private List<Entry> read() {
        if (json.nextToken() != JsonToken.START_OBJECT) {
            throw new ModelFormatException("the header is not a JSON object");
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String name = json.currentName();
            json.nextToken();
            if (!names.add(name)) {
                throw new ModelFormatException("tensor " + Untrusted.name(name) + " is there twice");
            }
            if (name.equals("__metadata__")) {
                readMetadata();
            } else if (entries.size() == MOST_TENSORS) {
                throw new ModelFormatException("the file has more than " + MOST_TENSORS + " tensors");
            } else {
                entries.add(entry(name));
            }
        }
        if (json.nextToken() != null) {
            throw new ModelFormatException("the header goes on behind its JSON object");
        }
        return entries;
    }

    private void readMetadata() {
        if (json.currentToken() != JsonToken.START_OBJECT) {
            json.skipChildren();
            return;
        }
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            if (json.nextToken() == JsonToken.VALUE_STRING) {
                metadata.put(key, json.getString());
            } else {
                json.skipChildren();
            }
        }
    }

    private Entry entry(String name) {
        String what = "tensor " + Untrusted.name(name);
        if (json.currentToken() != JsonToken.START_OBJECT) {
            throw new ModelFormatException(what + " is not described by a JSON object");
        }
        String type = "";
        List<Long> shape = List.of();
        List<Long> offsets = List.of();
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String field = json.currentName();
            JsonToken value = json.nextToken();
            switch (field) {
                case "dtype" -> type = value == JsonToken.VALUE_STRING ? json.getString() : "";
                case "shape" -> shape = numbers(what, "a size");
                case "data_offsets" -> offsets = numbers(what, "an offset");
                default -> {}
            }
            json.skipChildren();
        }
        if (offsets.size() != 2) {
            throw new ModelFormatException(what + " is not within the file: it has no two offsets");
        }
        return new Entry(name, type, shape, offsets.getFirst(), offsets.getLast());
    }

    private List<Long> numbers(String what, String kind) {
        if (json.currentToken() != JsonToken.START_ARRAY) {
            return List.of();
        }
        List<Long> numbers = new ArrayList<>();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            if (json.currentToken() != JsonToken.VALUE_NUMBER_INT
                    || json.getNumberType() == JsonParser.NumberType.BIG_INTEGER
                    || json.getLongValue() < 0) {
                throw new ModelFormatException(what + " has " + kind + " that is no positive number");
            }
            numbers.add(json.getLongValue());
            if (numbers.size() > MOST_DIMENSIONS) {
                throw new ModelFormatException(what + " has more than " + MOST_DIMENSIONS + " dimensions");
            }
        }
        return numbers;
    }
}
