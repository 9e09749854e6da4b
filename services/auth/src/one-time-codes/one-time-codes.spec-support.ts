import { authRpc } from '@inkling/contracts';
import type { Auth, SignedIn } from '../auth.spec-support.js';
import { codeOf, stepAt } from './totp.js';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The bytes of a secret that an authenticator application was given. */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((symbol) => BASE32.indexOf(symbol).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** An authenticator application with one secret. */
export class Application {
  readonly secret: Buffer;

  constructor(secret: string) {
    this.secret = fromBase32(secret);
  }

  /** The code that it shows now, or as many steps away. */
  code(offset = 0): string {
    return codeOf(this.secret, stepAt(Date.now()) + offset);
  }
}

export const sessionOf = ({ account, session }: SignedIn) => ({ userId: account.id, sessionId: session.sessionId });

/** Switches a person's codes on. */
export async function enrol(
  auth: Auth,
  person: SignedIn,
): Promise<{ application: Application; recoveryCodes: string[] }> {
  const { secret } = await auth.rpc.call(authRpc.beginOneTimeCodes, sessionOf(person));
  const application = new Application(secret);
  const { recoveryCodes } = await auth.rpc.call(authRpc.confirmOneTimeCodes, {
    ...sessionOf(person),
    code: application.code(),
  });
  // The code that confirmed counts as used; specs need the present one again.
  await forgetUsed(auth, person);
  return { application, recoveryCodes };
}

/** As if no code had been used yet. */
export const forgetUsed = (auth: Auth, { account }: SignedIn) =>
  auth.rows('update one_time_codes set last_step = null where account_id = $1', account.id);

/** The token of the second step that a refused first step carries. Throws if the first step was not refused so. */
export async function challengeOf(firstStep: Promise<unknown>): Promise<string> {
  const failure = await firstStep.then(
    () => ({ code: 'ok', extra: {} }),
    (error: { code: string; extra: { challenge?: string } }) => error,
  );
  if (failure.code !== 'auth/code-needed' || !('challenge' in failure.extra) || !failure.extra.challenge)
    throw new Error(`${failure.code} instead of auth/code-needed`);
  return failure.extra.challenge;
}
