package io.tokenrouter.engine.tokenizer;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.model.ModelFormatException;
import io.tokenrouter.engine.model.Untrusted;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * The Hugging Face library behind JNI. Any number of threads encode at once; closing waits for them, because a native
 * tokenizer that is freed while it is used takes the JVM down with it.
 */
final class HuggingFaceEncoder implements AutoCloseable {

    static {
        // The binding looks for a newer native library and reports to its makers over the network unless told not to.
        setUnlessSet("ai.djl.offline", "true");
        setUnlessSet("OPT_OUT_TRACKING", "true");
    }

    /** What expressions of files are checked for; a longer text could make the library's matcher end the whole JVM. */
    private static final int MOST_TEXT = 2_000_000;

    private static final Map<String, String> OPTIONS = Map.of("truncation", "false", "padding", "false");

    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final HuggingFaceTokenizer tokenizer;
    private final int mostText;
    private boolean closed;

    /**
     * @param definition content of a {@code tokenizer.json}
     * @param growth how many times longer it can make a text before expressions run over it
     * @throws ModelFormatException if the library refuses it
     */
    HuggingFaceEncoder(String definition, int growth) {
        mostText = MOST_TEXT / growth;
        try (ByteArrayInputStream json = new ByteArrayInputStream(definition.getBytes(StandardCharsets.UTF_8))) {
            tokenizer = HuggingFaceTokenizer.newInstance(json, OPTIONS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (RuntimeException e) {
            throw new ModelFormatException(
                    "the file's vocabulary is not usable: " + Untrusted.message(e.getMessage()), e);
        }
    }

    /**
     * @param text well-formed Unicode
     * @throws EngineException if it is longer than any prompt
     */
    long[] encode(String text) {
        if (text.length() > mostText) {
            throw EngineException.invalid(
                    "messages", "a text has " + text.length() + " characters; up to " + mostText + " are taken");
        }
        lock.readLock().lock();
        try {
            if (closed) {
                // whoever still holds the model of a request was overtaken by its removal
                throw new EngineException(EngineException.Kind.UNAVAILABLE, "the model was unloaded", null, 1);
            }
            return tokenizer.encode(text, false, false).getIds();
        } finally {
            Reference.reachabilityFence(tokenizer);
            lock.readLock().unlock();
        }
    }

    @Override
    public void close() {
        lock.writeLock().lock();
        try {
            closed = true;
            tokenizer.close();
        } finally {
            lock.writeLock().unlock();
        }
    }

    private static void setUnlessSet(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }
}
