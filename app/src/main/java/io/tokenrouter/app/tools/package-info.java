/**
 * Calls of tools in the text that models write: which format a model has ({@link io.tokenrouter.app.tools.CallFormat}), how calls are
 * found in an answer ({@link io.tokenrouter.app.tools.CallReader}), and the grammar of an answer that must be a call ({@link
 * io.tokenrouter.app.tools.CallGrammar}). Knows no HTTP.
 */
@NullMarked
package io.tokenrouter.app.tools;

import org.jspecify.annotations.NullMarked;
