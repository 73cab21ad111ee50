/** The official clients of the OpenAI protocol against the whole running server with the demo pair. */
@NullMarked
package io.tokenrouter.app.clients;

import org.jspecify.annotations.NullMarked;
