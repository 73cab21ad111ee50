package io.tokenrouter.app.v1;

import tools.jackson.databind.node.ObjectNode;

/** Makes a {@link Job} of a request body. Blocks: renders templates and tokenizes. */
interface JobReader {

    /**
     * @throws ApiException if the request is refused
     * @throws io.tokenrouter.engine.api.EngineException likewise
     */
    Job read(ObjectNode body);
}
