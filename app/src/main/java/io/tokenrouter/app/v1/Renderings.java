package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** A conversation as the chat template of each model of a pair writes it, for policies that show it to models so. */
final class Renderings {

    private Renderings() {}

    /**
     * The ids of a conversation in the template of {@code served}.
     *
     * @throws ApiException 400 if the template writes nothing
     */
    static int[] own(Served served, RenderedChat rendered) {
        int[] ids = served.tokenizer().encode(rendered);
        if (ids.length == 0) {
            throw ApiException.invalid("messages", "The model's chat template writes nothing for these messages.");
        }
        return ids;
    }

    /**
     * @param templates that the policy shows; where it shows none, nothing is rendered
     * @param ids in the template of {@code served}
     * @return by role; nothing for a single model. Without the large model's where its template refuses the conversation or writes
     *     nothing: only a policy that needs it is refused then
     * @throws ApiException 400 {@code context_length_exceeded} if the conversation cannot fit in it
     */
    static Map<String, int[]> of(
            Served served, Set<String> templates, int[] ids, Function<ChatTemplate, RenderedChat> renderer) {
        if (!(served instanceof ServedPair pair) || templates.isEmpty()) {
            return Map.of();
        }
        if (pair.largeTemplate().source().equals(pair.chatTemplate().source())) {
            return Map.of(Role.SMALL.name(), ids, Role.LARGE.name(), ids);
        }
        try {
            RenderedChat rendered = renderer.apply(pair.largeTemplate());
            Budget.refuseHopeless("messages", rendered, pair);
            int[] large = pair.tokenizer().encode(rendered);
            return large.length == 0
                    ? Map.of(Role.SMALL.name(), ids)
                    : Map.of(Role.SMALL.name(), ids, Role.LARGE.name(), large);
        } catch (EngineException refused) {
            return Map.of(Role.SMALL.name(), ids);
        }
    }
}
