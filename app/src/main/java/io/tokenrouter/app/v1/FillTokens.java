package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.engine.api.Vocabulary;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;
import org.springframework.stereotype.Component;

/** The tokens around which each model that is served fills in. Safe from any thread. */
@Component
class FillTokens {

    /** What was found in a vocabulary, for as long as that is in use. */
    private final Map<Vocabulary, Optional<FillInTheMiddle>> found = Collections.synchronizedMap(new WeakHashMap<>());

    /**
     * Looks through a vocabulary once.
     *
     * @throws ApiException 400 if the model has no such tokens
     */
    FillInTheMiddle of(Served served) {
        return found.computeIfAbsent(served.tokenizer().vocabulary(), FillInTheMiddle::in)
                .orElseThrow(() -> ApiException.unsupported(
                        "suffix",
                        "'" + served.id()
                                + "' has no tokens to fill in the middle of a text, such as <|fim_prefix|>, so"
                                + " that it cannot take a suffix; leave it out."));
    }
}
