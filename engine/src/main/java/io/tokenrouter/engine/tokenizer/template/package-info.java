/**
 * Chat templates of model files, rendered by jinjava in a sandbox: a template sees strings, numbers, lists and maps, the
 * methods that Python has on them, and nothing of Java.
 */
@NullMarked
package io.tokenrouter.engine.tokenizer.template;

import org.jspecify.annotations.NullMarked;
