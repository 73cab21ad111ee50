/**
 * The routing runtime: front door, admission, and one request's state.
 *
 * <p>{@link io.tokenrouter.engine.runtime.RoutingEngine} checks and admits a request as a {@code Generation}, which has a seat at
 * the subserver of each model of its route and is at one of them at a time. Its {@code Walk} asks the algorithm who is next and
 * what the model is given, its {@code Ledger} holds the ids, its {@code EventStream} tells the listener. All of it runs on the
 * thread of the subserver where the generation is.
 */
@NullMarked
package io.tokenrouter.engine.runtime;

import org.jspecify.annotations.NullMarked;
