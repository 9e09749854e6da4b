/** All fields of the observed entries; each type of entry has some of them. */
interface Entry extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
  interactionId: number;
}

/** What a page records about itself. */
export interface Noted {
  content: number;
  fcp: number;
  lcp: number;
  shift: number;
  run: { first: number; last: number; sum: number };
  longTasks: { at: number; ms: number }[];
  events: { ms: number; interaction: number }[];
  frames: number[];
  recording: boolean;
}

declare global {
  interface Window {
    __seen: Noted;
    __opened: { pressed: number; content: number; spinner: boolean };
    __updates: number;
  }
}

/**
 * What a page notes about itself. Runs inside the page before the page's scripts, so it must not refer to
 * anything of this file.
 * @param content selector of what the visitor came for
 */
export function observe(content: string) {
  const seen: Noted = {
    content: 0,
    fcp: 0,
    lcp: 0,
    shift: 0,
    run: { first: 0, last: -Infinity, sum: 0 },
    longTasks: [],
    events: [],
    frames: [],
    recording: false,
  };
  Object.assign(window, { __seen: seen });
  const watch = (type: string, take: (entry: Entry) => void, more: object = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach((entry) => take(entry as Entry))).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => (seen.lcp = entry.startTime));
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
  });
  watch('longtask', (entry) => seen.longTasks.push({ at: entry.startTime, ms: entry.duration }));
  watch('event', (entry) => seen.events.push({ ms: entry.duration, interaction: entry.interactionId }), {
    durationThreshold: 16,
  });
  const frame = (now: number) => {
    if (seen.recording) seen.frames.push(now);
    if (seen.content === 0 && document.querySelector(content)) seen.content = performance.now();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Forgets what has been noted and records frames from now on. Runs inside the page. */
export function startRecording() {
  const seen = window.__seen;
  Object.assign(seen, {
    shift: 0,
    run: { first: 0, last: -Infinity, sum: 0 },
    longTasks: [],
    events: [],
    frames: [],
    recording: true,
  });
}
