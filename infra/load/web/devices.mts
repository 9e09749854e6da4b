/** The two devices that pages are measured on, as Chromium plays them. */

export interface Device {
  name: 'desktop' | 'phone';
  label: string;
  /** CSS pixels. */
  viewport: { width: number; height: number };
  /** Device pixels per CSS pixel. */
  scale: number;
  touch: boolean;
  /** Pixels a second at the most. */
  scrolling: number;
  /** Of the processor, 1 for none. */
  slowdown: number;
  /** Milliseconds and bytes per second; null for what the computer has. */
  network: { latency: number; downloadThroughput: number; uploadThroughput: number } | null;
}

const KBIT = 1_000 / 8;
/** Lighthouse's "slow 4G": one round trip per request, as over a connection that is there already (HTTP/2). */
const SLOW_4G = { latency: 150, downloadThroughput: 1_600 * KBIT, uploadThroughput: 750 * KBIT };

/** Android lets no fling go faster (ViewConfiguration: 8,000 dp a second). */
const FLING = 8_000;

export const DEVICES: Device[] = [
  {
    name: 'desktop',
    label: 'desktop, no throttle',
    viewport: { width: 1_340, height: 900 },
    scale: 1,
    touch: false,
    scrolling: 15_000,
    slowdown: 1,
    network: null,
  },
  {
    name: 'phone',
    label: "phone, Lighthouse's mobile preset: processor 4x slower, slow 4G",
    viewport: { width: 412, height: 823 },
    scale: 1.75,
    touch: true,
    scrolling: FLING,
    slowdown: 4,
    network: SLOW_4G,
  },
];
