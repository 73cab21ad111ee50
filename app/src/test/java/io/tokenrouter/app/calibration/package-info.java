/** Tests of calibrations in the background. */
@NullMarked
package io.tokenrouter.app.calibration;

import org.jspecify.annotations.NullMarked;
