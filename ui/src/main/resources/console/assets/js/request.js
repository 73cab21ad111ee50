// One request: its way between the models, followed while it runs.

import { wireLanes } from './lanes.js';
import { startLiveRequests } from './live.js';
import { Refresher } from './parts.js';
import { watchStopButtons } from './stop-dialog.js';

const refresher = new Refresher();
let lanes = wireLanes(null);

async function refresh() {
  if (!(await refresher.refresh())) return;
  lanes = wireLanes(lanes);
  if (!document.querySelector('[data-running=true]')) document.querySelectorAll('#stop').forEach(button => button.remove());
}

function isRunning() {
  return document.querySelector('[data-running=true]') !== null;
}

watchStopButtons(refresh);
if (document.querySelector('[data-follow]')) {
  startLiveRequests(motion => {
    if (motion !== null && isRunning()) refresh();
  });
}
