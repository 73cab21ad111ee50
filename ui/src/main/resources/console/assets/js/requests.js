// The list of requests follows what runs and what has ended. Pages of older ones stay as they are.

import { startLiveRequests } from './live.js';
import { Refresher } from './parts.js';
import { watchStopButtons } from './stop-dialog.js';

const follows = document.querySelector('[data-follow]') !== null;
const refresher = new Refresher();
let ended = null;

function show(motion) {
  if (motion === null || !follows) return;
  // what runs moves by itself; what has ended only where one more has
  if (motion.running > 0 || motion.ended !== ended) refresher.refresh();
  ended = motion.running > 0 ? null : motion.ended;
}

watchStopButtons(() => refresher.refresh());
startLiveRequests(show);
