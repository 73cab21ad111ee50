/**
 * Getting models from a Hugging Face-compatible hub: what a repository holds, which of its files are needed, and their
 * download. Needs no server.
 */
@NullMarked
package io.tokenrouter.app.hub;

import org.jspecify.annotations.NullMarked;
