// Runs before everything else. External, because the content security policy allows no inline script.
// Sets the theme before the first paint. The key and the two backgrounds repeat src/shared/theme (a test holds them).
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

// Asks for the page's own code and its first answers beside the app's code instead of after it. What to ask for stands
// in src/app/firstCalls.json; webpack/pages.mjs adds the files and writes both into the page.
(function () {
  var read = function (name) {
    var meta = document.querySelector('meta[name="' + name + '"]');
    return meta ? meta.getAttribute('content') || '' : '';
  };
  var pages = read('pishkhan-pages');
  if (pages === '') return;
  var here = window.location.pathname.replace(/\/$/, '').split('/');
  var values = {};
  var page = JSON.parse(pages).find(function (one) {
    var parts = one.path.split('/');
    return (
      parts.length === here.length &&
      parts.every(function (part, at) {
        if (part[0] !== ':') return part === here[at];
        values[part] = here[at];
        return true;
      })
    );
  });
  if (!page) return;
  page.files.forEach(function (file) {
    var link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    link.href = file;
    document.head.appendChild(link);
  });
  // A query changes what the page asks for; without a session nothing is answered.
  var token = /(?:^|; )token=([^;]+)/.exec(document.cookie);
  if (window.location.search !== '' || !token) return;
  // When the session is over, the first answer takes its cookie along, and the app looks for it later.
  window.pishkhanToken = token[1];
  var language = 'fa';
  try {
    language = window.localStorage.getItem('pishkhan.language') || language;
  } catch (error) {
    language = 'fa';
  }
  var base = read('pishkhan-api') || window.location.origin;
  var early = new Map();
  page.calls.forEach(function (call) {
    var url = base + '/' + call.replace(/:\w+/g, (name) => values[name]);
    var answer = fetch(url, { credentials: 'include', headers: { 'accept-language': language } });
    // Whoever takes it hears of a failure; when nobody does, there is nothing to tell.
    answer.catch(function () {});
    early.set(url, answer);
  });
  window.pishkhanEarly = early;
})();
