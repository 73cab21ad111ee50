/**
 * The OpenAI-compatible HTTP API. A request walks through: {@link io.tokenrouter.app.v1.JsonBody} (bytes, bounded),
 * {@link io.tokenrouter.app.v1.Preparer} (a blocking executor: JSON, checks, template, tokens), {@link
 * io.tokenrouter.app.v1.GenerationEvents} (the engine's events as a stream), and an {@link
 * io.tokenrouter.app.v1.AnswerFormat} that writes them as chat or text completion.
 */
@NullMarked
package io.tokenrouter.app.v1;

import org.jspecify.annotations.NullMarked;
