// A classic script in <head>: runs before the first paint and sets the stored theme, if any; else the system's applies.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // storage is switched off: the system's theme it is
}
