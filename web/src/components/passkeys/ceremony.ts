import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';
import type { BodyOf, PasskeyOptions } from '@inkling/contracts';
import { messageOf } from '../../lib/api';
import { t } from '../../lib/i18n';
import './strings';

export { WebAuthnAbortService as Questions, browserSupportsWebAuthnAutofill } from '@simplewebauthn/browser';

/** Whether this browser can make and use passkeys. */
export const supportsPasskeys = browserSupportsWebAuthn;

type New = BodyOf<'addPasskey'>['credential'];
type Answer = BodyOf<'passkeySignIn'>['credential'];

/** The person closed the browser's question, or another one took its place. Nothing needs to be said. */
const DECLINED = ['NotAllowedError', 'AbortError'];
export const isDeclined = (error: unknown): boolean => error instanceof Error && DECLINED.includes(error.name);

/** The sentence for a passkey that could not be made or used. */
export function passkeyFailure(error: unknown): string {
  // The authenticator has one of the passkeys that the account has already.
  if (error instanceof Error && error.name === 'InvalidStateError') return t('passkeys.known');
  return messageOf(error, t('passkeys.tryAgain'));
}

/** Has the browser make a passkey. @throws what `isDeclined` recognizes when the person declines */
export async function makePasskey(options: PasskeyOptions): Promise<New> {
  // The server's answer is passed on as it is.
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, rawId, type, response } = await startRegistration({ optionsJSON });
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, rawId, type, response: { clientDataJSON, attestationObject, ...(transports && { transports }) } };
}

/**
 * Has the browser sign with a passkey. With `autofill` it offers them in the email field, however long that takes.
 * @throws what `isDeclined` recognizes when the person declines
 */
export async function signWithPasskey(options: PasskeyOptions, autofill = false): Promise<Answer> {
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, rawId, type, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill });
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return { id, rawId, type, response: { clientDataJSON, authenticatorData, signature, userHandle } };
}
