/**
 * What the database keeps: registered models, pairs and policies, and records of generations and throughput. Nothing here is
 * on the path of a token.
 */
@NullMarked
package io.tokenrouter.app.persistence;

import org.jspecify.annotations.NullMarked;
