import { z } from 'zod';

/** Environment of mail and the contact form. */
export const MailConfig = z.object({
  /** `smtp://user:password@host:587` or `smtps://…:465`; without it links are logged instead of mailed. */
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/./, 'must begin with smtp:// or smtps://')
    .optional(),
  /** Sender, such as `Inkling <hello@example.org>`; required with SMTP_URL. */
  MAIL_FROM: z.string().optional(),
  /** Before the second attempt; doubles with each, up to an hour. */
  MAIL_RETRY_MS: z.coerce.number().int().min(1).default(10_000),
  /** Who gets what people write in the contact form; without it messages are only stored. */
  CONTACT_TO: z.email().optional(),
  /** Contact messages that one address may send in an hour. */
  CONTACT_PER_IP: z.coerce.number().int().min(1).default(5),
});
export type MailConfig = z.infer<typeof MailConfig>;
