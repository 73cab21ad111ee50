// What every page has: theme, menu on small screens, dialogs, copying, toasts, tables that scroll sideways.

import { element } from './dom.js';

const root = document.documentElement;

function each(selector, f) {
  document.querySelectorAll(selector).forEach(f);
}

function showTheme() {
  each('[data-theme-set]', button => {
    button.setAttribute('aria-pressed', String((root.dataset.theme ?? '') === button.dataset.themeSet));
  });
}

function setTheme(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  try {
    if (theme) localStorage.setItem('theme', theme);
    else localStorage.removeItem('theme');
  } catch {
    // storage is off: the choice lives as long as the page
  }
  showTheme();
}

function toggleMenu(button) {
  const open = document.getElementById('side').toggleAttribute('data-open');
  button.setAttribute('aria-expanded', String(open));
}

/** Says in one sentence what was just done; goes after six seconds, stays under the pointer. */
export function toast(message) {
  const note = element('div', 'toast', message);
  document.querySelector('[data-toasts]').append(note);
  let timer = setTimeout(() => note.remove(), 6000);
  note.addEventListener('pointerenter', () => clearTimeout(timer));
  note.addEventListener('pointerleave', () => (timer = setTimeout(() => note.remove(), 3000)));
}

/** Selects the text where the browser does not let the page write to the clipboard. */
async function copy(source) {
  try {
    await navigator.clipboard.writeText(source.textContent);
    toast('Copied');
  } catch {
    getSelection().selectAllChildren(source);
    toast('Selected: copy it with the keyboard');
  }
}

/** A part that scrolls sideways can be reached with the keyboard, but only while it does scroll. */
function reachable(target) {
  if (target.scrollWidth > target.clientWidth + 1) {
    const name = target.closest('section, dialog')?.querySelector('h2')?.textContent.trim() ?? 'Table';
    target.tabIndex = 0;
    target.setAttribute('role', 'group');
    target.setAttribute('aria-label', `${name}, scrolls sideways`);
  } else {
    ['tabindex', 'role', 'aria-label'].forEach(name => target.removeAttribute(name));
  }
}

each('[data-theme-set]', button => button.addEventListener('click', () => setTheme(button.dataset.themeSet)));
each('[data-menu]', button => button.addEventListener('click', () => toggleMenu(button)));
each('dialog', dialog =>
  dialog.addEventListener('click', event => {
    if (event.target === dialog || event.target.closest('[data-close]')) dialog.close();
  }),
);
each('[data-copy]', button => button.addEventListener('click', () => copy(document.getElementById(button.dataset.copy))));
const scrollers = new ResizeObserver(entries => entries.forEach(entry => reachable(entry.target)));

/** Lets what scrolls sideways in a new part of the page be reached. */
export function watchScrolling(root) {
  root.querySelectorAll('.scroll-x, pre.code').forEach(target => scrollers.observe(target));
}

watchScrolling(document);
showTheme();
