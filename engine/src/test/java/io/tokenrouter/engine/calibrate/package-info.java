/** Tests of calibration: counting against whoever counts one by one, searches against functions with known answers. */
@NullMarked
package io.tokenrouter.engine.calibrate;

import org.jspecify.annotations.NullMarked;
