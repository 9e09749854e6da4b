import { Logger } from '@nestjs/common';
import { ConfigError } from '@inkling/platform';
import { createTransport } from 'nodemailer';
import type { NotificationsConfig } from '../config.js';
import type { ClaimedMail } from './mail-queue.repository.js';
import { letterOf, oneLine } from './mail-words.js';

/** Limit for connecting, for the greeting and for each pause after it. */
const TIMEOUT_MS = 10_000;
/** Limit for the whole conversation, for a server that sends one word every nine seconds. */
const DEADLINE_MS = 45_000;

export type MailOutcome =
  | { readonly is: 'sent' }
  | { readonly is: 'logged' }
  /** The server will never accept this mail. */
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'later'; readonly reason: string };

/** Sends mail by SMTP, or logs it where SMTP is not configured. `send` never throws, and ends within a minute. */
export interface Mailer {
  send(mail: ClaimedMail): Promise<MailOutcome>;
  close(): void;
}

/** Injection token of the configured mailer. */
export const MAILER = Symbol('mailer');

/** @throws ConfigError when SMTP_URL is set and MAIL_FROM is not */
export function openMailer(config: NotificationsConfig): Mailer {
  if (config.SMTP_URL === undefined) return new LoggedMailer();
  if (config.MAIL_FROM === undefined)
    throw new ConfigError('notifications: bad configuration. MAIL_FROM: is required with SMTP_URL');
  return new SmtpMailer(config.SMTP_URL, config.MAIL_FROM, config.CONTACT_TO);
}

class SmtpMailer implements Mailer {
  readonly #transport;
  readonly #domain: string;

  readonly #from: string;
  readonly #contactTo: string | undefined;

  constructor(url: string, from: string, contactTo: string | undefined) {
    this.#from = from;
    this.#contactTo = contactTo;
    this.#transport = createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
      // A mail never includes files or addresses to load.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.#domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  }

  async send(mail: ClaimedMail): Promise<MailOutcome> {
    const { subject, text, html } = letterOf(mail);
    const to = mail.template === 'contact' ? this.#contactTo : addressOf(mail.content);
    if (to === undefined) return { is: 'refused', reason: 'there is no address' };
    const replyTo =
      mail.template === 'contact'
        ? { name: oneLine(`${mail.content.firstName} ${mail.content.lastName}`), address: mail.content.email }
        : undefined;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<MailOutcome>((resolve) => {
      timer = setTimeout(() => resolve({ is: 'later', reason: 'the mail server did not finish in time' }), DEADLINE_MS);
    });
    const sent = this.#transport
      .sendMail({
        from: this.#from,
        to,
        ...(replyTo ? { replyTo } : {}),
        subject: oneLine(subject),
        text,
        html,
        messageId: `<${mail.messageId}@${this.#domain}>`,
        // Suppresses automatic answers.
        headers:
          mail.template === 'contact' ? {} : { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
      })
      .then((): MailOutcome => ({ is: 'sent' }), outcomeOf);
    return Promise.race([sent, late]).finally(() => clearTimeout(timer));
  }

  close(): void {
    this.#transport.close();
  }
}

const addressOf = ({ name = '', to }: { name?: string; to?: string }) =>
  to === undefined ? undefined : { name: oneLine(name), address: to };

/** Our sign-in at the mail server failed. Mail waits until the operators correct the configuration. */
const SIGN_IN_CODES = new Set([530, 534, 535, 538]);

function outcomeOf(error: unknown): MailOutcome {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  const permanent =
    responseCode !== undefined &&
    responseCode >= 500 &&
    !SIGN_IN_CODES.has(responseCode) &&
    /^(MAIL|RCPT|DATA|API)/.test(command ?? '');
  // The server's own message is left out because it repeats addresses.
  const reason = `${code ?? 'failed'}${responseCode === undefined ? '' : ` ${responseCode}`}`;
  if (permanent || (code === 'EENVELOPE' && responseCode === undefined)) return { is: 'refused', reason };
  return { is: 'later', reason };
}

/** Without SMTP, links are logged, so that the operators can pass them on. */
class LoggedMailer implements Mailer {
  readonly #logger = new Logger('Mail');

  async send(mail: ClaimedMail): Promise<MailOutcome> {
    if (mail.template === 'contact')
      this.#logger.log('A message of the contact form is in contact_messages; mail is not set up');
    else this.#logger.log(`Mail is not set up. ${mail.template}: ${mail.content.link ?? 'no link'}`);
    return { is: 'logged' };
  }

  close(): void {}
}
