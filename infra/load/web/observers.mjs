/**
 * What a page notes about itself. Runs inside the page before any of its own scripts, so it must not refer to anything
 * of this file.
 * @param {string} content selector of what the visitor came for
 */
export function observe(content) {
  const seen = {
    content: 0,
    fcp: 0,
    lcp: 0,
    lcpOf: '',
    shift: 0,
    run: { first: 0, last: -Infinity, sum: 0 },
    /** @type {{ value: number, of: string[] }[]} */ shifts: [],
    /** @type {{ at: number, ms: number }[]} */ longTasks: [],
    /** @type {{ name: string, ms: number, interaction: number }[]} */ events: [],
    /** @type {number[]} */ frames: [],
    recording: false,
  };
  Object.assign(window, { __seen: seen });
  const nameOf = (/** @type {any} */ node) =>
    node?.nodeType === 1
      ? `${node.localName}${typeof node.className === 'string' && node.className ? `.${node.className.trim().replaceAll(/\s+/g, '.')}` : ''}`
      : '';
  const watch = (
    /** @type {string} */ type,
    /** @type {(entry: any) => void} */ take,
    /** @type {object} */ more = {},
  ) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...more });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) =>
    Object.assign(seen, { lcp: entry.startTime, lcpOf: nameOf(entry.element) }),
  );
  watch('layout-shift', (entry) => {
    if (entry.hadRecentInput) return;
    // As the metric is defined: the worst run of shifts, each within a second of the one before and all within five.
    const goesOn = entry.startTime - seen.run.last < 1_000 && entry.startTime - seen.run.first < 5_000;
    seen.run = {
      first: goesOn ? seen.run.first : entry.startTime,
      last: entry.startTime,
      sum: (goesOn ? seen.run.sum : 0) + entry.value,
    };
    seen.shift = Math.max(seen.shift, seen.run.sum);
    seen.shifts.push({ value: entry.value, of: entry.sources.map((/** @type {any} */ source) => nameOf(source.node)) });
  });
  watch('longtask', (entry) => seen.longTasks.push({ at: entry.startTime, ms: entry.duration }));
  watch(
    'event',
    (entry) => seen.events.push({ name: entry.name, ms: entry.duration, interaction: entry.interactionId }),
    { durationThreshold: 16 },
  );
  const frame = (/** @type {number} */ now) => {
    if (seen.recording) seen.frames.push(now);
    if (seen.content === 0 && document.querySelector(content)) seen.content = performance.now();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Forgets what has been noted and records frames from now on. Runs inside the page. */
export function startRecording() {
  const seen = /** @type {any} */ (window).__seen;
  Object.assign(seen, {
    shift: 0,
    run: { first: 0, last: -Infinity, sum: 0 },
    shifts: [],
    longTasks: [],
    events: [],
    frames: [],
    recording: true,
  });
}
