package io.tokenrouter.engine.grammar;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** A JSON schema validator that is not ours. */
public final class SchemaOracle {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            registry -> registry.schemaRegistryConfig(
                    SchemaRegistryConfig.builder().formatAssertionsEnabled(true).build()));

    private SchemaOracle() {}

    /** What is wrong with a document; empty for a valid one. */
    public static List<String> faults(@Nullable Object schema, String document) {
        return REGISTRY.getSchema(JSON.valueToTree(schema)).validate(document, InputFormat.JSON).stream()
                .map(Object::toString)
                .toList();
    }
}
