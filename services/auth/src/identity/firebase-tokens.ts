import { Agent } from 'node:https';
import type { App } from 'firebase-admin/app';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import { Logger } from '@nestjs/common';
import { ApiError } from '@inkling/platform';
import { Email } from '@inkling/contracts';
import { z } from 'zod';
import type { FirebaseSettings } from './firebase-settings.js';

/** The claims of a verified ID token that we use. */
export interface TokenIdentity {
  uid: string;
  email: string;
  /** The provider has verified that the email belongs to this person. */
  emailVerified: boolean;
  /** As the provider has it, not cleaned. */
  name: string | undefined;
  /** How the person signed in there, such as `google.com` or `password`. */
  signInProvider: string;
  /** When the person signed in there, in seconds since 1970; 0 where the token does not say. */
  signedInAt: number;
}

interface Options {
  timeoutMs: number;
  /** How Google's keys are fetched; default: a small pool of connections. */
  httpAgent?: Agent;
}

/** firebase-admin reads this only from the process's environment. */
const EMULATOR_VARIABLE = 'FIREBASE_AUTH_EMULATOR_HOST';
const CONNECTIONS_MAX = 8;
const Segment = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown;
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.object({}));
/** Checked first, because firebase-admin throws misleading errors for text of any other shape. */
const Jwt = z.tuple([Segment, Segment, z.string()]);
const Claims = z.object({
  uid: z.string().min(1).max(128),
  email: Email,
  email_verified: z.boolean().default(false),
  name: z.string().optional().catch(undefined),
  auth_time: z.number().default(0),
  firebase: z.object({ sign_in_provider: z.string() }),
});
const REFUSED = new Set(['auth/id-token-expired', 'auth/id-token-revoked', 'auth/user-not-found', 'auth/invalid-uid']);
let opened = 0;

/**
 * Checks ID tokens of one Firebase project: signature, issuer, audience and age; with a service account, also
 * revocation.
 */
export class FirebaseTokens {
  readonly #logger = new Logger(FirebaseTokens.name);

  readonly #app: App;
  readonly #auth: Auth;
  readonly #settings: FirebaseSettings;
  readonly #timeoutMs: number;

  private constructor(app: App, auth: Auth, settings: FirebaseSettings, timeoutMs: number) {
    this.#app = app;
    this.#auth = auth;
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
  }

  /** Loads firebase-admin only here, so that servers without Firebase never load it. */
  static async open(settings: FirebaseSettings, options: Options): Promise<FirebaseTokens> {
    const [{ cert, initializeApp }, { getAuth }] = await Promise.all([
      import('firebase-admin/app'),
      import('firebase-admin/auth'),
    ]);
    if (settings.emulatorHost) process.env[EMULATOR_VARIABLE] = settings.emulatorHost;
    else delete process.env[EMULATOR_VARIABLE];
    const { projectId, serviceAccount } = settings;
    const credential =
      serviceAccount &&
      cert({ projectId, clientEmail: serviceAccount.client_email, privateKey: serviceAccount.private_key });
    // The emulator speaks http.
    const httpAgent = settings.emulatorHost
      ? undefined
      : (options.httpAgent ?? new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX, timeout: options.timeoutMs }));
    // Several services may share a process, and firebase-admin accepts a name only once.
    const app = initializeApp(
      { projectId, ...(httpAgent && { httpAgent }), ...(credential && { credential }) },
      `auth-${(opened += 1)}`,
    );
    return new FirebaseTokens(app, getAuth(app), settings, options.timeoutMs);
  }

  async close(): Promise<void> {
    const { deleteApp } = await import('firebase-admin/app');
    await deleteApp(this.#app);
  }

  /**
   * The identity in a token that belongs to this project and is valid. Throws `auth/invalid-id-token`,
   * `auth/user-disabled` (in Firebase), and `unavailable` if Google or its keys cannot be reached.
   */
  async verify(idToken: string): Promise<TokenIdentity> {
    if (!Jwt.safeParse(idToken.split('.')).success) throw new ApiError('auth/invalid-id-token');
    const decoded = await this.#inTime(
      this.#auth.verifyIdToken(idToken, this.#settings.serviceAccount !== undefined),
    ).catch((error: unknown) => {
      const failure = toApiError(error);
      const reason = error instanceof Error ? error.message.slice(0, 200) : 'unknown';
      if (failure.code === 'unavailable') this.#logger.warn(`The identity provider cannot be reached: ${reason}`);
      throw failure;
    });
    const claims = Claims.safeParse(decoded);
    if (!claims.success) throw new ApiError('auth/invalid-id-token');
    const { uid, email, email_verified: emailVerified, name, auth_time: signedInAt, firebase } = claims.data;
    return { uid, email, emailVerified, name, signInProvider: firebase.sign_in_provider, signedInAt };
  }

  /** firebase-admin waits forever for a server that accepts the connection and never answers. */
  async #inTime(work: Promise<DecodedIdToken>): Promise<DecodedIdToken> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no answer within ${this.#timeoutMs} ms`)), this.#timeoutMs);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  }
}

/**
 * firebase-admin uses one code for a bad token and for keys that could not be fetched. Only its messages about the
 * token mention "Firebase ID token"; every other message means that Google could not be reached.
 */
function toApiError(error: unknown): ApiError {
  const { code, message } = error as { code?: unknown; message?: unknown };
  if (code === 'auth/user-disabled') return new ApiError('auth/user-disabled', { cause: error });
  const aboutToken =
    code === 'auth/argument-error' && typeof message === 'string' && message.includes('Firebase ID token');
  if (aboutToken || REFUSED.has(String(code))) return new ApiError('auth/invalid-id-token', { cause: error });
  return new ApiError('unavailable', { cause: error });
}
