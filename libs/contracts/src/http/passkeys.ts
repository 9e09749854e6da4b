import { z } from 'zod';
import { PASSKEY_NAME_MAX } from '../constants.js';
import { Id, IdText, Instant, typed } from '../common.js';

/** A passkey of one's own account (docs/product.md#passkeys). */
export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  /** Null until it has signed in or proved something. */
  lastUsedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

const PasskeyName = typed(PASSKEY_NAME_MAX, 'The name');
export const PasskeyIdParam = z.object({ passkeyId: IdText });
/** `POST /api/auth/passkeys/:passkeyId`. */
export const PasskeyNameBody = z.object({ name: PasskeyName });

/**
 * What the browser's `navigator.credentials` is called with, as JSON (WebAuthn Level 3). It holds a challenge that
 * works once and not for long.
 */
export const PasskeyOptions = z.looseObject({ challenge: z.string() });
export type PasskeyOptions = z.infer<typeof PasskeyOptions>;

const base64Url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/, 'is not base64url');
/** As long as an id may be (WebAuthn: 1,023 bytes). */
const CredentialId = base64Url(1_364);
const credential = <Response extends z.ZodType>(response: Response) =>
  z.object({ id: CredentialId, rawId: CredentialId, type: z.literal('public-key'), response });

/** A new passkey, as the browser made it. */
export const NewPasskey = credential(
  z.object({
    clientDataJSON: base64Url(4_096),
    attestationObject: base64Url(16_384),
    transports: z.array(z.string().max(32)).max(8).optional(),
  }),
);
export type NewPasskey = z.infer<typeof NewPasskey>;
/** `POST /api/auth/passkeys`. */
export const AddPasskeyBody = PasskeyNameBody.extend({ credential: NewPasskey });

/** The signature of a passkey under a challenge. */
export const PasskeyAnswer = credential(
  z.object({
    clientDataJSON: base64Url(4_096),
    authenticatorData: base64Url(4_096),
    signature: base64Url(4_096),
    userHandle: base64Url(128).nullish(),
  }),
);
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
/** `POST /api/auth/passkey` and `POST /api/auth/prove/passkey`. */
export const PasskeyAnswerBody = z.object({ credential: PasskeyAnswer });
