// Before first paint: the chosen theme, or the system's. A file of its own because the content security policy has no
// inline scripts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('inkling_theme');
  } catch (_) {
    // Storage can be closed to us; the system's theme is then the answer.
  }
  if (choice !== 'light' && choice !== 'dark')
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = choice;
  // The frame around the page follows what was chosen here, not the system.
  for (var meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.content = choice === 'dark' ? '#0F1115' : '#F0F1EA';
})();
