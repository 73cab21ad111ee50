package io.tokenrouter.engine.tokenizer.template;

import io.tokenrouter.engine.api.Vocabulary;
import java.util.List;
import java.util.Set;

/** A vocabulary of control tokens alone. */
record ControlTokens(List<String> spellings) implements Vocabulary {

    static final ControlTokens COMMON = new ControlTokens(List.of(
            "<|im_start|>",
            "<|im_end|>",
            "<|endoftext|>",
            "<s>",
            "</s>",
            "<|system|>",
            "<|user|>",
            "<|assistant|>",
            "<|end|>",
            "[INST]",
            "[/INST]",
            "<｜User｜>",
            "<｜Assistant｜>",
            "<bos>",
            "<|turn>",
            "<turn|>"));

    @Override
    public int size() {
        return spellings.size();
    }

    @Override
    public byte[] bytes(int id) {
        return new byte[0];
    }

    @Override
    public String piece(int id) {
        return spellings.get(id);
    }

    @Override
    public boolean isControl(int id) {
        return true;
    }

    @Override
    public Set<Integer> endIds() {
        return Set.of();
    }
}
