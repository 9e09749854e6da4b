import { solveChallenge, type Solution } from 'altcha-lib';
import type { WorkChallenge } from '@inkling/contracts';
import { deriveKey } from './derive-key';

/** What the worker answers; null when it found nothing. */
export type WorkerAnswer = Solution | null;

function solveInWorker(challenge: WorkChallenge): Promise<WorkerAnswer> {
  const worker = new Worker(new URL('./solver.worker.ts', import.meta.url), { type: 'module' });
  return new Promise<WorkerAnswer>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The worker failed')));
    worker.postMessage(challenge);
  }).finally(() => worker.terminate());
}

/**
 * The proof for a challenge: found by a worker, or on this thread in slices where the browser has no workers or refuses
 * this one.
 */
export async function solve(challenge: WorkChallenge): Promise<string | undefined> {
  const onThisThread = () => solveChallenge({ challenge, deriveKey });
  const solution = await ('Worker' in globalThis ? solveInWorker(challenge).catch(onThisThread) : onThisThread());
  return solution ? btoa(JSON.stringify({ challenge, solution })) : undefined;
}
