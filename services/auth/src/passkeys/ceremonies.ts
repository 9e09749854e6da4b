import { Inject, Injectable } from '@nestjs/common';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { ApiError, CONFIG, type BaseConfig } from '@inkling/platform';
import type { NewPasskey, PasskeyAnswer, PasskeyOptions } from '@inkling/contracts';
import { z } from 'zod';
import type { AccountEntity } from '../accounts/account.entity.js';
import { AuthConfig } from '../config.js';
import { Challenges, type ChallengeUse } from './challenges.js';
import type { NewPasskeyRow, StoredPasskey } from './passkeys.repository.js';
import { relyingParty, type RelyingParty } from './relying-party.js';

/** The signed part of an answer that names its challenge and its page. */
const ClientData = z.object({ challenge: z.string().max(200), origin: z.string().max(500) });

interface KnownCredential {
  id: string;
  transports: string[];
}

/** A passkey's answer that was right, and the count that the authenticator gave with it. */
export interface Checked {
  passkey: StoredPasskey;
  signCount: number;
}

const refused = (cause?: unknown): ApiError => new ApiError('passkey-refused', { cause });
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'base64url'));

/**
 * The two exchanges with an authenticator (WebAuthn): making a passkey, and signing with one. Both demand that the
 * authenticator verifies the person, so that a passkey is possession and knowledge (or body) at once.
 */
@Injectable()
export class Ceremonies {
  readonly #party: RelyingParty | undefined;
  readonly #timeout: number;

  constructor(
    @Inject(CONFIG) config: AuthConfig & BaseConfig,
    private readonly challenges: Challenges,
  ) {
    this.#party = relyingParty(config);
    this.#timeout = config.AUTH_PASSKEY_CHALLENGE_SECONDS * 1_000;
  }

  /** Whether browsers can make passkeys for this server's address. */
  get available(): boolean {
    return this.#party !== undefined;
  }

  /**
   * What a browser makes a passkey from. `known` are the account's own ones, which the same authenticator does not make
   * twice. Throws `passkeys-unavailable`.
   */
  async newOptions(
    account: Pick<AccountEntity, 'email' | 'name'>,
    { handle, known, sessionId }: { handle: string; known: KnownCredential[]; sessionId: string },
  ): Promise<PasskeyOptions> {
    const { id } = this.#open();
    const challenge = await this.challenges.issue({ purpose: 'add', sessionId });
    const options = await generateRegistrationOptions({
      rpName: 'Inkling',
      rpID: id,
      userName: account.email,
      userDisplayName: account.name,
      userID: bytesOf(handle),
      challenge: bytesOf(challenge),
      timeout: this.#timeout,
      attestationType: 'none',
      excludeCredentials: known,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    return { ...options };
  }

  /** What a browser signs. Without `known`, it offers every passkey that it has for this server. */
  async options(use: ChallengeUse, known: KnownCredential[] = []): Promise<PasskeyOptions> {
    const { id } = this.#open();
    const challenge = await this.challenges.issue(use);
    const options = await generateAuthenticationOptions({
      rpID: id,
      challenge: bytesOf(challenge),
      timeout: this.#timeout,
      userVerification: 'required',
      allowCredentials: known,
    });
    return { ...options };
  }

  /** The passkey that a browser made for this session. Throws `passkey-refused`, `passkeys-unavailable`. */
  async checkNew(made: NewPasskey, sessionId: string): Promise<Omit<NewPasskeyRow, 'accountId' | 'name'>> {
    const signed = await this.#takeChallenge(made.response.clientDataJSON, { purpose: 'add', sessionId });
    const { transports = [], ...response } = made.response;
    try {
      const { registrationInfo } = await verifyRegistrationResponse({
        response: { ...made, response, clientExtensionResults: {} },
        ...signed,
        requireUserVerification: true,
      });
      if (!registrationInfo) throw refused();
      const { id: credentialId, publicKey, counter: signCount } = registrationInfo.credential;
      return { credentialId, publicKey, signCount, transports };
    } catch (error) {
      throw refused(error);
    }
  }

  /**
   * Checks a signature under a challenge that was made for `use`. `find` looks the passkey up. Throws
   * `passkey-refused`, `passkeys-unavailable`.
   */
  async check(
    answer: PasskeyAnswer,
    use: ChallengeUse,
    find: (credentialId: string) => Promise<StoredPasskey | undefined>,
  ): Promise<Checked> {
    const signed = await this.#takeChallenge(answer.response.clientDataJSON, use);
    const passkey = await find(answer.id);
    if (!passkey) throw refused();
    const { userHandle, ...response } = answer.response;
    // A browser that chose among all its passkeys says whose this one is.
    if (userHandle ? userHandle !== passkey.handle : use.purpose === 'sign-in') throw refused();
    try {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { ...answer, response, clientExtensionResults: {} },
        ...signed,
        credential: {
          id: passkey.credentialId,
          publicKey: new Uint8Array(passkey.publicKey),
          // The row that is updated decides about the count, so that parallel answers cannot both pass.
          counter: 0,
        },
        requireUserVerification: true,
      });
      if (!verified) throw refused();
      return { passkey, signCount: authenticationInfo.newCounter };
    } catch (error) {
      throw refused(error);
    }
  }

  /** Uses the challenge up, and returns what the answer has to be signed for. */
  async #takeChallenge(clientDataJSON: string, use: ChallengeUse) {
    const { id, accepts } = this.#open();
    const { challenge, origin } = readClientData(clientDataJSON);
    if (!(await this.challenges.take(challenge, use))) throw refused();
    if (!accepts(origin)) throw refused();
    return { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: id };
  }

  #open(): RelyingParty {
    if (!this.#party) throw new ApiError('passkeys-unavailable');
    return this.#party;
  }
}

function readClientData(clientDataJSON: string): z.infer<typeof ClientData> {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()));
  } catch (error) {
    throw refused(error);
  }
}
