// Starts the application once the outline in the page file has been painted: from then on its code keeps the processor
// busy.
(function () {
  var code = document.currentScript.dataset.application;
  // A development server's page starts it by itself.
  if (!code) return;
  var started = false;
  function start() {
    if (started) return;
    started = true;
    // Letters that are there before the first text spare laying it out twice; these two are on every page.
    if (document.fonts) {
      ['16px "Onest Variable"', '16px "Familjen Grotesk Variable"'].forEach(function (font) {
        document.fonts.load(font).catch(function () {});
      });
    }
    void import(code);
  }
  document.addEventListener('DOMContentLoaded', function () {
    // Nothing is painted where there is no outline, or nobody looks.
    if (!document.documentElement.dataset.first || document.visibilityState === 'hidden') return start();
    try {
      new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    } catch (_) {
      return start();
    }
    setTimeout(start, 250);
  });
})();
