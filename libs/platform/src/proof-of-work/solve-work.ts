import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { WORK_OF_PATH, type OfferedWork, type WorkChallenge } from '@inkling/contracts';

/** The value of `proofOfWork` for a challenge, for programs that use the API. */
export async function solveWork(challenge: WorkChallenge): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  if (!solution) throw new Error('The proof of work took too long');
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/**
 * The body to send again after an answer `proof-of-work-needed`: with a proof of work for this path.
 * @returns undefined if the answer was another one, or the path takes none
 */
export async function withWork(
  origin: string,
  path: string,
  body: unknown,
  code: unknown,
): Promise<object | undefined> {
  const purpose = WORK_OF_PATH[path];
  if (code !== 'proof-of-work-needed' || purpose === undefined || typeof body !== 'object') return undefined;
  // One try: the proof that was sent is not worth another.
  if (body && 'proofOfWork' in body) return undefined;
  const answer = await fetch(`${origin}/api/proof-of-work?for=${purpose}`);
  if (!answer.ok) return undefined;
  const { challenge } = (await answer.json()) as OfferedWork;
  return challenge ? { ...body, proofOfWork: await solveWork(challenge) } : undefined;
}
