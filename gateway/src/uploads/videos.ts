import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { UnusableMedia } from './unusable-media.js';
import { WorkClock } from './work-clock.js';
import type { Refusal, VideoJob, VideoOutcome, VideoWork } from './video-worker.js';

export interface PreparedVideo {
  readonly extension: 'mp4' | 'webm';
  /** Pixels as shown, upright. */
  readonly width: number;
  readonly height: number;
  /** Seconds. */
  readonly duration: number;
}

const HEAP_MB = 192;

const REFUSALS: Record<Refusal, string> = {
  unreadable: 'This video cannot be read. It may be damaged; please choose another one.',
  'no-picture': 'This file has no moving picture.',
  codec: 'Browsers cannot play this video. Please save it as H.264 (MP4) or VP9 (WebM).',
  sound: 'Browsers cannot play the sound of this video. Please save it with AAC or Opus sound.',
  'too-long': 'This video is too long.',
  'too-large': 'This video has too many pixels. At most 8192 a side are accepted.',
};

// Compiled beside this file; in specs, which run on sources, Node takes the types out itself.
const WORKER = ['js', 'ts']
  .map((extension) => join(import.meta.dirname, `video-worker.${extension}`))
  .find((file) => existsSync(file))!;

/**
 * Copies a video's picture and sound, without re-encoding, into a new file `target` and leaves out everything else:
 * tags, places, names, other tracks. Rotation is kept. A separate thread does it, with limited time and memory.
 * @param container of the input and the output; QuickTime counts as MP4 and becomes one
 * @throws UnusableMedia
 */
export async function prepareVideo(
  source: string,
  container: 'mp4' | 'webm',
  target: string,
  secondsMax: number,
): Promise<PreparedVideo> {
  const outcome = await runWorker({ source, target, container, secondsMax });
  if ('failed' in outcome)
    throw Object.assign(new Error(`A video could not be copied: ${outcome.failed}`), { code: outcome.failed });
  if ('refused' in outcome) {
    const limit = outcome.refused === 'too-long' ? ` At most ${secondsMax} seconds are accepted.` : '';
    throw new UnusableMedia(`${REFUSALS[outcome.refused]}${limit}`, outcome.detail);
  }
  return { extension: container, ...outcome };
}

async function runWorker(job: VideoJob): Promise<VideoOutcome> {
  const work: VideoWork = { job, progress: new Int32Array(new SharedArrayBuffer(4)) };
  const { size } = await stat(job.source);
  const worker = new Worker(WORKER, {
    workerData: work,
    // The thread gets no secrets of the environment, and what the library prints is dropped.
    env: {},
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
  });
  worker.stdout.resume();
  worker.stderr.resume();
  const clock = new WorkClock(worker, work.progress, size);
  try {
    return await new Promise<VideoOutcome>((resolve) => {
      const unreadable = (detail: string): void => resolve({ refused: 'unreadable', detail });
      clock.start(unreadable);
      worker.once('message', resolve);
      // Such as out of memory, which takes a file that was made for it.
      worker.once('error', (error: Error) => unreadable(error.message));
      worker.once('exit', () => unreadable('ended early'));
    });
  } finally {
    clock.stop();
    await worker.terminate();
  }
}
