// Sets the chosen theme, or the system's, before the first paint. A file of its own because the content security policy
// forbids inline scripts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem('inkling_theme');
  } catch (_) {
    // Where storage is blocked, the system's theme applies.
  }
  if (choice !== 'light' && choice !== 'dark')
    choice = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.dataset.theme = choice;
  // The browser's frame follows the choice made here, not the system.
  for (var meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.content = choice === 'dark' ? '#0F1115' : '#F0F1EA';
})();
