package io.tokenrouter.app.v1;

import io.tokenrouter.app.serving.Caller;
import tools.jackson.databind.node.ObjectNode;

/** Makes a {@link Job} of a request body. Blocks: renders templates and tokenizes. */
interface JobReader {

    /**
     * @param caller who asks
     * @throws ApiException if the request is refused
     * @throws io.tokenrouter.engine.api.EngineException likewise
     */
    Job read(ObjectNode body, Caller caller);
}
