// Sets the theme before the first paint. External, because the content security policy allows no inline script.
// The key and the two backgrounds repeat src/shared/theme (a test holds them together).
(function () {
  var stored = null;
  try {
    stored = window.localStorage.getItem('pishkhan.theme');
  } catch (error) {
    // Storage may be forbidden (private mode): the system's preference decides.
    stored = null;
  }
  var dark = stored === 'dark' || (stored !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  var background = dark ? '#17181C' : '#F5F6FB';
  root.dataset.theme = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
  root.style.backgroundColor = background;
  var meta = document.querySelector('meta[name="theme-color"]');
  if (meta) meta.setAttribute('content', background);
})();
