package io.tokenrouter.engine.tokenizer;

import io.tokenrouter.engine.api.Vocabulary;
import java.util.List;
import java.util.Set;

/** A vocabulary of the given byte strings; an empty one is a control token. */
record BytesVocabulary(List<byte[]> tokens) implements Vocabulary {

    @Override
    public int size() {
        return tokens.size();
    }

    @Override
    public byte[] bytes(int id) {
        return tokens.get(id);
    }

    @Override
    public String piece(int id) {
        return "token " + id;
    }

    @Override
    public boolean isControl(int id) {
        return tokens.get(id).length == 0;
    }

    @Override
    public Set<Integer> endIds() {
        return Set.of();
    }
}
