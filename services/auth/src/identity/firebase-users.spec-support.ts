import type { FirebaseEmulator } from '../../../../infra/test/firebase-emulator.mjs';

export interface GooglePerson {
  sub: string;
  email: string;
  name?: string;
  picture?: string;
}
interface FirebaseSignIn {
  idToken: string;
  localId: string;
}

/** Acts as a browser and as the project's owner, through the REST interface of Firebase's emulator. */
export class FirebaseUsers {
  readonly #emulator: FirebaseEmulator;
  readonly #api: string;

  constructor(emulator: FirebaseEmulator) {
    this.#emulator = emulator;
    this.#api = `http://${emulator.host}/identitytoolkit.googleapis.com/v1`;
  }

  /** Signs in with a Google account. */
  google(person: GooglePerson): Promise<FirebaseSignIn> {
    const idToken = JSON.stringify({ email_verified: true, ...person });
    const postBody = `id_token=${encodeURIComponent(idToken)}&providerId=google.com`;
    return this.#post('accounts:signInWithIdp', { postBody, requestUri: 'http://localhost', returnSecureToken: true });
  }

  /** Registers an email and password at Firebase. */
  register(email: string, password: string): Promise<FirebaseSignIn> {
    return this.#post('accounts:signUp', { email, password, returnSecureToken: true });
  }

  signIn(email: string, password: string): Promise<FirebaseSignIn> {
    return this.#post('accounts:signInWithPassword', { email, password, returnSecureToken: true });
  }

  /** As the owner of the project: verifies an email, or disables a user. */
  async update(localId: string, change: { emailVerified?: boolean; disableUser?: boolean }): Promise<void> {
    await this.#post(`projects/${this.#emulator.project}/accounts:update`, { localId, ...change });
  }

  async remove(localId: string): Promise<void> {
    await this.#post(`projects/${this.#emulator.project}/accounts:delete`, { localId });
  }

  async #post<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${this.#api}/${path}?key=any`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(path.startsWith('projects/') ? { authorization: 'Bearer owner' } : {}),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    });
    if (!response.ok) throw new Error(`Emulator: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }
}
