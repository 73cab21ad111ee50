package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.app.serving.ServedPair;
import io.tokenrouter.engine.api.EngineException;
import io.tokenrouter.engine.routing.Role;
import io.tokenrouter.engine.tokenizer.ChatTemplate;
import io.tokenrouter.engine.tokenizer.RenderedChat;
import java.util.Map;
import java.util.function.Function;

/** A conversation as the chat template of each model of a pair writes it, for policies that show it to models so. */
final class Renderings {

    private Renderings() {}

    /**
     * @param ids in the template of {@code served}
     * @return by role; nothing for a single model. Without the large model's where its template refuses the conversation: only a policy
     *     that needs it is refused then
     */
    static Map<String, int[]> of(Served served, int[] ids, Function<ChatTemplate, RenderedChat> renderer) {
        if (!(served instanceof ServedPair pair)) {
            return Map.of();
        }
        if (pair.largeTemplate().source().equals(pair.chatTemplate().source())) {
            return Map.of(Role.SMALL.name(), ids, Role.LARGE.name(), ids);
        }
        try {
            int[] large = pair.tokenizer().encode(renderer.apply(pair.largeTemplate()));
            return Map.of(Role.SMALL.name(), ids, Role.LARGE.name(), large);
        } catch (EngineException refused) {
            return Map.of(Role.SMALL.name(), ids);
        }
    }
}
