package io.tokenrouter.engine.heads;

import java.util.List;
import java.util.Optional;

/** The router heads that policies can name. Safe from any thread. */
public interface HeadLibrary {

    /** No heads. */
    HeadLibrary EMPTY = new HeadLibrary() {
        @Override
        public Optional<RouterHead> find(String id) {
            return Optional.empty();
        }

        @Override
        public List<String> ids() {
            return List.of();
        }
    };

    /**
     * @throws io.tokenrouter.engine.model.ModelFormatException if there is one that cannot be used
     */
    Optional<RouterHead> find(String id);

    /** In the order of the alphabet. */
    List<String> ids();
}
