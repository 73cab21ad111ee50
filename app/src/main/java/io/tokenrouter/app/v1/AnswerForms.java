package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Served;
import io.tokenrouter.engine.api.TokenConstraint;
import io.tokenrouter.engine.api.Vocabulary;
import io.tokenrouter.engine.grammar.Grammar;
import io.tokenrouter.engine.grammar.TokenGrammars;
import io.tokenrouter.engine.grammar.UnsupportedSchemaException;
import io.tokenrouter.engine.grammar.UnwritableGrammarException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Forms of answers as constraints on tokens, for each vocabulary that is served. The newest are kept, because most requests ask for a
 * form that others asked for; all that belongs to a vocabulary goes with it. Safe from any thread; may take a second the first time.
 */
@Component
class AnswerForms {

    private static final int KEPT = 32;
    private static final int LONGEST_KEY = 1 << 16;

    private final Map<Vocabulary, OfVocabulary> vocabularies = new WeakHashMap<>();

    /**
     * @throws ApiException 400 if the form cannot be held, or the model cannot write it
     */
    TokenConstraint of(Served served, AnswerForm form) {
        try {
            return of(served.tokenizer().vocabulary(), form.key(), form.grammar());
        } catch (UnsupportedSchemaException unsupported) {
            throw unsupported(form.place(), unsupported);
        } catch (UnwritableGrammarException unwritable) {
            throw ApiException.invalid(
                    form.place(), "'" + served.id() + "' cannot answer in this form: " + unwritable.getMessage() + ".");
        }
    }

    /** 400 that says what of a schema cannot be held. */
    static ApiException unsupported(String place, UnsupportedSchemaException unsupported) {
        return ApiException.unsupported(place, "The JSON schema is not supported at " + unsupported.getMessage() + ".");
    }

    private TokenConstraint of(Vocabulary vocabulary, String key, Supplier<Grammar> grammar) {
        OfVocabulary forms;
        synchronized (vocabularies) {
            forms = vocabularies.computeIfAbsent(vocabulary, added -> new OfVocabulary());
        }
        return forms.of(vocabulary, key, grammar);
    }

    /** Must not hold the vocabulary, which would keep both for ever. */
    private static final class OfVocabulary {

        private @Nullable TokenGrammars grammars;
        private final Map<String, TokenConstraint> newest = new LinkedHashMap<>(KEPT, 0.75f, true) {

            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, TokenConstraint> eldest) {
                return size() > KEPT;
            }
        };

        TokenConstraint of(Vocabulary vocabulary, String key, Supplier<Grammar> grammar) {
            TokenConstraint known = known(key);
            if (known != null) {
                return known;
            }
            TokenConstraint made = grammars(vocabulary).constrain(grammar.get());
            return key.length() > LONGEST_KEY ? made : kept(key, made);
        }

        private synchronized @Nullable TokenConstraint known(String key) {
            return newest.get(key);
        }

        /** The first of those that were made at the same time, which the others then share. */
        private synchronized TokenConstraint kept(String key, TokenConstraint made) {
            TokenConstraint earlier = newest.putIfAbsent(key, made);
            return earlier == null ? made : earlier;
        }

        private synchronized TokenGrammars grammars(Vocabulary vocabulary) {
            if (grammars == null) {
                grammars = new TokenGrammars(vocabulary);
            }
            return grammars;
        }
    }
}
