package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedModel;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.app.serving.ServedPolicy;
import io.tokenrouter.app.serving.ServingCatalog;
import io.tokenrouter.engine.api.PolicySpec;
import io.tokenrouter.engine.routing.RoutingAlgorithms;
import java.util.Map;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads the {@code routing} object of a request against what is served. */
@Component
class RoutingReader {

    private static final RoutingFields NOTHING_SAID = new RoutingFields(null, null, null, null, null);

    private final ServingCatalog catalog;
    private final RoutingAlgorithms algorithms;

    RoutingReader(ServingCatalog catalog, RoutingAlgorithms algorithms) {
        this.catalog = catalog;
        this.algorithms = algorithms;
    }

    /**
     * @throws ApiException 400 that names the field
     * @throws io.tokenrouter.engine.api.EngineException INVALID_REQUEST likewise
     */
    AppliedRouting read(@Nullable RoutingFields given, Served served) {
        RoutingFields fields = given == null ? NOTHING_SAID : given;
        refuseUnknown(fields);
        return switch (served) {
            case ServedModel model -> ofModel(fields, model);
            case ServedPair pair -> ofPair(fields, pair);
        };
    }

    private AppliedRouting ofModel(RoutingFields fields, ServedModel model) {
        String wrong = fields.policy() != null
                ? "routing.policy"
                : fields.options() != null
                        ? "routing.options"
                        : fields.threshold() != null ? "routing.threshold" : null;
        if (wrong != null) {
            throw ApiException.invalid(
                    wrong, "'" + model.id() + "' is a single model; only a pair has a routing policy.");
        }
        return new AppliedRouting.None();
    }

    private AppliedRouting ofPair(RoutingFields fields, ServedPair pair) {
        ServedPolicy base = base(fields.policy(), pair);
        Map<String, @Nullable Object> options = fields.options() == null ? Map.of() : fields.options();
        PolicySpec effective = algorithms.override(base.spec(), null, options, fields.threshold());
        OptionalDouble threshold = algorithms.threshold(effective);
        return new AppliedRouting.OfPair(
                pair.id(),
                pair.smallId(),
                pair.largeId(),
                base.name(),
                base.version(),
                threshold.isPresent() ? threshold.getAsDouble() : null,
                effective,
                algorithms.create(effective).spec().templates());
    }

    private ServedPolicy base(@Nullable String name, ServedPair pair) {
        if (name == null || name.equals(pair.policy().name())) {
            return pair.policy();
        }
        return catalog.findPolicy(name)
                .orElseGet(() -> new ServedPolicy(
                        name, 0, PolicySpec.of(algorithms.get(name).name())));
    }

    private static void refuseUnknown(RoutingFields fields) {
        if (fields.unknown() != null && !fields.unknown().isEmpty()) {
            String name =
                    ApiException.shorten(fields.unknown().keySet().iterator().next());
            throw ApiException.invalid(
                    "routing." + name,
                    "routing has no field '" + name + "'; it takes policy, options, threshold and trace.");
        }
    }
}
