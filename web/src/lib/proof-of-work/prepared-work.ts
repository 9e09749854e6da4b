import type { WorkPurpose } from '@inkling/contracts';
import { call, routes } from '../api';

/** Milliseconds that a proof may wait for its form; the server takes it for five minutes longer. */
const FRESH_MS = 10 * 60_000;

interface Prepared {
  proof: Promise<string | undefined>;
  at: number;
}
const prepared = new Map<WorkPurpose, Prepared>();

/** A new proof; undefined if the server asks for none or does not answer. The request itself then shows the error. */
async function makeProof(purpose: WorkPurpose): Promise<string | undefined> {
  try {
    const { challenge } = await call(routes.proofOfWork, { query: { for: purpose } });
    if (!challenge) return undefined;
    const { solve } = await import('./solve');
    return await solve(challenge);
  } catch {
    return undefined;
  }
}

/** Begins the work in the background, as soon as somebody touches the form (docs/product.md#proof-of-work). */
export function prepareWork(purpose: WorkPurpose): Promise<string | undefined> {
  const waiting = prepared.get(purpose);
  if (waiting && Date.now() - waiting.at < FRESH_MS) return waiting.proof;
  const proof = makeProof(purpose);
  prepared.set(purpose, { proof, at: Date.now() });
  return proof;
}

/** Sends a request with a proof of work; once more with a new one where the server does not take the first. */
export async function sendWithWork<T>(purpose: WorkPurpose, send: (proof?: string) => Promise<T>): Promise<T> {
  const proof = await prepareWork(purpose);
  // A proof works once, whatever the answer.
  prepared.delete(purpose);
  try {
    return await send(proof);
  } catch (error) {
    if ((error as { code?: string }).code !== 'proof-of-work-needed') throw error;
    return send(await makeProof(purpose));
  }
}
