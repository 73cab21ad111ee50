/** Router heads in training, with DJL and PyTorch: from labelled positions to a file that the server serves. */
@NullMarked
package io.tokenrouter.train.head;

import org.jspecify.annotations.NullMarked;
