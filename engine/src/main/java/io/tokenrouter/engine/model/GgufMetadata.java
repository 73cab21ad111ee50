package io.tokenrouter.engine.model;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The key-value pairs of a GGUF file. Values are decoded from the mapped file each time they are asked for, so read them
 * once, and only while the {@link GgufFile} is open. Safe from any thread.
 *
 * <p>Every method throws {@link ModelFormatException}, naming the key, when it is absent without a default or of another
 * type.
 */
public final class GgufMetadata {

    private final Map<String, GgufValue> values;

    GgufMetadata(Map<String, GgufValue> values) {
        this.values = values;
    }

    /** All keys in the order of the file. */
    public Set<String> keys() {
        return Collections.unmodifiableSet(values.keySet());
    }

    public boolean has(String key) {
        return values.containsKey(key);
    }

    public String string(String key) {
        return value(key).string();
    }

    public String string(String key, String absent) {
        GgufValue value = values.get(key);
        return value == null ? absent : value.string();
    }

    /** One that is not read at all where it has more than so many bytes. */
    public String string(String key, int mostBytes) {
        GgufValue value = value(key);
        if (value.data().byteSize() - Long.BYTES > mostBytes) {
            throw new ModelFormatException("the metadata key " + key + " has more than " + mostBytes + " bytes");
        }
        return value.string();
    }

    /** An integer of any width from {@code low} to {@code high}, both included. */
    public int integer(String key, int low, int high) {
        long value = value(key).integer();
        if (value < low || value > high) {
            throw new ModelFormatException(
                    "the metadata key " + key + " is " + value + "; it must be from " + low + " to " + high);
        }
        return (int) value;
    }

    /** The same with a value for a file that lacks the key. */
    public int integer(String key, int low, int high, int absent) {
        return has(key) ? integer(key, low, high) : absent;
    }

    /** The same with a value for a file that lacks the key, or has a number there that is out of range. */
    public int integerOr(String key, int low, int high, int otherwise) {
        if (!has(key)) {
            return otherwise;
        }
        long value = value(key).integer();
        return value < low || value > high ? otherwise : (int) value;
    }

    /** A number of any type, which may be infinite or NaN. */
    public float number(String key) {
        return (float) value(key).number();
    }

    public float number(String key, float absent) {
        return has(key) ? number(key) : absent;
    }

    public boolean flag(String key, boolean absent) {
        GgufValue value = values.get(key);
        return value == null ? absent : value.bool();
    }

    /** Elements of an array, without reading them; 1 for what is none. */
    public int count(String key) {
        return value(key).count();
    }

    /** An array of strings; ill-formed UTF-8 becomes U+FFFD. */
    public List<String> strings(String key) {
        return value(key).strings();
    }

    /** An array of integers, each of which fits 32 bits. */
    public int[] integers(String key) {
        return value(key).integers();
    }

    public float[] numbers(String key) {
        return value(key).numbers();
    }

    private GgufValue value(String key) {
        @Nullable GgufValue value = values.get(key);
        if (value == null) {
            throw new ModelFormatException("the file has no metadata key " + key);
        }
        return value;
    }
}
