/** Whether thresholds that were calibrated on some problems of the demo task do the same on others. */
@NullMarked
package io.tokenrouter.bench.calibrate;

import org.jspecify.annotations.NullMarked;
