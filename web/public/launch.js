// Starts the application once the outline in the page file has been painted, because its code then keeps the processor
// busy.
(function () {
  var code = document.currentScript.dataset.application;
  // The development server's page starts the application itself.
  if (!code) return;
  var started = false;
  function start() {
    if (started) return;
    started = true;
    // Fonts that are loaded before the first text avoid a second layout; every page uses these two.
    if (document.fonts) {
      for (var font of ['16px "Onest Variable"', '16px "Familjen Grotesk Variable"'])
        document.fonts.load(font).catch(() => {});
    }
    void import(code);
  }
  document.addEventListener('DOMContentLoaded', function () {
    // Without an outline, or in a background tab, there is no paint to wait for.
    if (!document.documentElement.dataset.first || document.visibilityState === 'hidden') return start();
    try {
      new PerformanceObserver(start).observe({ type: 'paint', buffered: true });
    } catch (_) {
      return start();
    }
    setTimeout(start, 250);
  });
})();
