package io.tokenrouter.app.v1;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.tools.CallFormat;
import io.tokenrouter.engine.catalog.ModelDescription;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An entry of {@code /v1/models}: the protocol's fields, and what this server knows beside them.
 *
 * @param created seconds since 1970 (UTC)
 * @param maxModelLen most tokens of prompt and answer together
 * @param toolCallParser the format in which calls of tools are read from its answers; absent where it knows no tools
 * @param pair for a pair: who writes and who decides
 * @param meta for a single model: its shape
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record ModelInfo(
        String id,
        String object,
        long created,
        String ownedBy,
        int maxModelLen,
        @Nullable String toolCallParser,
        @Nullable Pair pair,
        @Nullable Meta meta) {

    record Pair(
            String small,
            String large,
            String policy,
            int policyVersion,
            String algorithm,
            Map<String, Object> options) {}

    /**
     * @param size bytes of the file
     */
    record Meta(
            String architecture,
            String format,
            long size,
            long nParams,
            int nVocab,
            int nCtxTrain,
            int nEmbd,
            int nLayer) {}

    static ModelInfo of(Served served) {
        return switch (served) {
            case ServedPair pair -> of(pair, pair(pair), null);
            case ServedModel model -> of(model, null, meta(model.description()));
        };
    }

    private static ModelInfo of(Served served, @Nullable Pair pair, @Nullable Meta meta) {
        String format = CallFormat.of(served.chatTemplate().source())
                .map(CallFormat::label)
                .orElse(null);
        return new ModelInfo(
                served.id(), "model", served.created(), "tokenrouter", served.contextLength(), format, pair, meta);
    }

    private static Pair pair(ServedPair pair) {
        return new Pair(
                pair.smallId(),
                pair.largeId(),
                pair.policy().name(),
                pair.policy().version(),
                pair.policy().spec().algorithm(),
                pair.policy().spec().options());
    }

    private static Meta meta(ModelDescription description) {
        return new Meta(
                description.config().architecture(),
                description.weightFormat(),
                description.bytes(),
                description.parameters(),
                description.tokenizerSize(),
                description.config().contextLength(),
                description.config().hiddenSize(),
                description.config().layers());
    }
}
