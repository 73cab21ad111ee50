package io.tokenrouter.app.tracing;

import io.opentelemetry.api.common.AttributeKey;
import java.util.List;

/** Names of attributes: OpenTelemetry's semantic conventions for generative AI, and ours below {@code tokenrouter}. */
final class Keys {

    static final AttributeKey<String> OPERATION = AttributeKey.stringKey("gen_ai.operation.name");
    static final AttributeKey<String> PROVIDER = AttributeKey.stringKey("gen_ai.provider.name");
    static final AttributeKey<String> REQUEST_MODEL = AttributeKey.stringKey("gen_ai.request.model");
    static final AttributeKey<Long> MAX_TOKENS = AttributeKey.longKey("gen_ai.request.max_tokens");
    static final AttributeKey<Double> TEMPERATURE = AttributeKey.doubleKey("gen_ai.request.temperature");
    static final AttributeKey<Double> TOP_P = AttributeKey.doubleKey("gen_ai.request.top_p");
    static final AttributeKey<Long> SEED = AttributeKey.longKey("gen_ai.request.seed");
    static final AttributeKey<String> RESPONSE_ID = AttributeKey.stringKey("gen_ai.response.id");
    static final AttributeKey<String> RESPONSE_MODEL = AttributeKey.stringKey("gen_ai.response.model");
    static final AttributeKey<List<String>> FINISH_REASONS =
            AttributeKey.stringArrayKey("gen_ai.response.finish_reasons");
    static final AttributeKey<Long> INPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.input_tokens");
    static final AttributeKey<Long> CACHED_TOKENS = AttributeKey.longKey("gen_ai.usage.cache_read.input_tokens");
    static final AttributeKey<Long> OUTPUT_TOKENS = AttributeKey.longKey("gen_ai.usage.output_tokens");
    static final AttributeKey<String> ERROR_TYPE = AttributeKey.stringKey("error.type");

    static final AttributeKey<String> POLICY = AttributeKey.stringKey("tokenrouter.policy.name");
    static final AttributeKey<Long> POLICY_VERSION = AttributeKey.longKey("tokenrouter.policy.version");
    static final AttributeKey<Long> SWITCHES = AttributeKey.longKey("tokenrouter.switches");
    static final AttributeKey<Long> OMITTED_HOPS = AttributeKey.longKey("tokenrouter.hops.omitted");
    static final AttributeKey<List<String>> WRITERS = AttributeKey.stringArrayKey("tokenrouter.writers");
    static final AttributeKey<List<Long>> WRITTEN = AttributeKey.longArrayKey("tokenrouter.writers.tokens");

    static final AttributeKey<Long> CATCH_UP = AttributeKey.longKey("tokenrouter.hop.catch_up_tokens");
    static final AttributeKey<Long> UNTAKEN = AttributeKey.longKey("tokenrouter.hop.discarded_tokens");
    static final AttributeKey<Long> STEPS = AttributeKey.longKey("tokenrouter.hop.steps");
    static final AttributeKey<Long> ROWS = AttributeKey.longKey("tokenrouter.hop.most_rows");
    static final AttributeKey<Double> HELD = AttributeKey.doubleKey("tokenrouter.hop.held_ms");
    static final AttributeKey<Double> WAITED = AttributeKey.doubleKey("tokenrouter.hop.waited_ms");

    private Keys() {}
}
