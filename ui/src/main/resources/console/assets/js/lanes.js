// The timeline of a request: the frame on the small map follows the part in view, the map can be clicked, the strip dragged.

/** Distance from the end at which the view still counts as being there, pixels. */
const NEAR = 4;

function isAtEnd(view) {
  return view.scrollLeft + view.clientWidth >= view.scrollWidth - NEAR;
}

/**
 * @param {{ scroll: number, atEnd: boolean } | null} before where an earlier drawing of the same request was looked at
 * @returns {{ scroll: number, atEnd: boolean }} where this one is looked at; moves with it
 */
export function wireLanes(before) {
  const seen = before ?? { scroll: 0, atEnd: false };
  const view = document.querySelector('[data-lanes]');
  if (!view || view.dataset.wired) return seen;
  view.dataset.wired = 'true';
  const brush = document.querySelector('[data-brush]');
  const map = brush.ownerSVGElement;
  const follow = () => {
    const whole = Math.max(view.scrollWidth, view.clientWidth);
    brush.setAttribute('x', `${(100 * view.scrollLeft) / whole}%`);
    brush.setAttribute('width', `${(100 * view.clientWidth) / whole}%`);
    seen.scroll = view.scrollLeft;
    seen.atEnd = isAtEnd(view);
  };
  // a drawing that grows is followed where its end was in view
  view.scrollLeft = seen.atEnd ? view.scrollWidth : seen.scroll;
  view.addEventListener('scroll', follow, { passive: true });
  new ResizeObserver(follow).observe(view);
  map.addEventListener('click', event => {
    const box = map.getBoundingClientRect();
    view.scrollLeft = ((event.clientX - box.left) / box.width) * view.scrollWidth - view.clientWidth / 2;
  });
  drag(view);
  follow();
  return seen;
}

/** With the mouse only: fingers scroll by themselves. */
function drag(view) {
  let grip = null;
  view.addEventListener('pointerdown', event => {
    if (event.pointerType !== 'mouse') return;
    grip = { x: event.clientX, scroll: view.scrollLeft };
    view.setPointerCapture(event.pointerId);
  });
  view.addEventListener('pointermove', event => {
    if (grip) view.scrollLeft = grip.scroll - (event.clientX - grip.x);
  });
  for (const end of ['pointerup', 'pointercancel']) view.addEventListener(end, () => (grip = null));
}
