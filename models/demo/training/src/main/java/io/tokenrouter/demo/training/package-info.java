/**
 * How the demo pair was made: its tokenizer, the packing of training rows, the trainer's run, and the GGUF files.
 */
@NullMarked
package io.tokenrouter.demo.training;

import org.jspecify.annotations.NullMarked;
