/** Thresholds chosen by their outcome: at once from signals on record, or by a job that replays prompts through a served pair. */
@NullMarked
package io.tokenrouter.app.calibration;

import org.jspecify.annotations.NullMarked;
