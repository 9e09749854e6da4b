/** One account's requests from Node, with its cookies at hand for k6. */
import { Client } from '../../demo/client.mts';

interface SignedIn {
  id: number;
  hasCompletedProfile: boolean;
}

export class Person {
  readonly origin: string;
  readonly index: number;
  readonly #client: Client;
  id = 0;

  constructor(origin: string, index: number) {
    this.origin = origin;
    this.index = index;
    this.#client = new Client(origin);
  }

  get cookie() {
    return this.#client.cookie;
  }

  /**
   * @param body goes as JSON, a FormData as it is
   * @throws {ApiFailure} any answer but a success
   * @throws {LaunchFailure} no answer
   */
  send<Body = { id: number }>(method: string, path: string, body?: object) {
    return this.#client.once<Body>(method, path, body);
  }

  /** Signs in, up first where the account is not there yet. */
  async enter(account: { email: string; password: string; username: string; known: boolean }) {
    const { email, password, username, known } = account;
    const logIn = () => this.send<SignedIn>('POST', '/api/auth/login', { email, password });
    const signUp = () => this.send<SignedIn>('POST', '/api/auth/signup', { email, password, name: 'Load' });
    const missing = ['auth/user-not-found', 'auth/invalid-credential', 'auth/wrong-password'];
    const { body: user } = await (known
      ? logIn().catch((error) => {
          // Another instance's data stands behind this address now.
          if (!missing.includes(error.code)) throw error;
          return signUp();
        })
      : signUp());
    this.id = user.id;
    if (!user.hasCompletedProfile)
      await this.send('POST', '/api/users/create-profile', { name: `Load ${this.index}`, username });
  }
}
