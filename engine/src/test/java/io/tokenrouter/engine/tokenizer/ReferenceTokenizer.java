package io.tokenrouter.engine.tokenizer;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A byte-level {@code tokenizer.json} as a GGUF file would hold it. */
final class ReferenceTokenizer {

    private ReferenceTokenizer() {}

    static GgufVocabulary read(Path file, String preTokenizer) throws IOException {
        JsonNode json;
        try (InputStream in = Files.newInputStream(file)) {
            json = JsonMapper.shared().readTree(file.toString().endsWith(".gz") ? new GZIPInputStream(in) : in);
        }
        JsonNode vocab = json.get("model").get("vocab");
        JsonNode added = json.get("added_tokens");
        int size = vocab.size();
        for (JsonNode token : added) {
            size = Math.max(size, token.get("id").asInt() + 1);
        }
        List<String> pieces = new ArrayList<>(Collections.nCopies(size, ""));
        List<TokenType> types = new ArrayList<>(Collections.nCopies(size, TokenType.UNUSED));
        vocab.properties().forEach(entry -> {
            pieces.set(entry.getValue().asInt(), entry.getKey());
            types.set(entry.getValue().asInt(), TokenType.NORMAL);
        });
        for (JsonNode token : added) {
            int id = token.get("id").asInt();
            pieces.set(id, token.get("content").asString());
            types.set(id, token.get("special").asBoolean() ? TokenType.CONTROL : TokenType.USER_DEFINED);
        }
        List<List<String>> merges = new ArrayList<>();
        for (JsonNode merge : json.get("model").get("merges")) {
            merges.add(
                    merge.isArray()
                            ? List.of(merge.get(0).asString(), merge.get(1).asString())
                            : List.of(merge.asString().split(" ")));
        }
        return new GgufVocabulary(
                "",
                PieceSpelling.BYTE_LEVEL,
                PreTokenizer.of(preTokenizer),
                pieces,
                types,
                merges,
                GgufVocabulary.NONE,
                GgufVocabulary.NONE,
                Set.of(),
                false,
                false);
    }
}
