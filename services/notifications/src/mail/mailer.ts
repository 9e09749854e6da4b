import { Logger } from '@nestjs/common';
import { ConfigError } from '@inkling/platform';
import { createTransport } from 'nodemailer';
import type { MailConfig } from './mail-config.js';
import type { TakenMail } from './mail-queue.repository.js';
import { letterOf, oneLine } from './mail-words.js';

/** Of connecting, of the greeting, and of every silence after it. */
const TIMEOUT_MS = 10_000;
/** Of the whole conversation, so that a server that says one word every nine seconds ends too. */
const DEADLINE_MS = 45_000;

export type MailOutcome =
  | { readonly is: 'sent' }
  | { readonly is: 'logged' }
  /** The server will never take this mail. */
  | { readonly is: 'refused'; readonly reason: string }
  | { readonly is: 'later'; readonly reason: string };

/** Hands mail over. Never throws, and ends within a minute. Two adapters: SMTP, and the log where there is no SMTP. */
export interface Mailer {
  send(mail: TakenMail): Promise<MailOutcome>;
  close(): void;
}

/** Injection token of the mailer that the configuration asks for. */
export const MAILER = Symbol('mailer');

/** @throws ConfigError when SMTP_URL is there and MAIL_FROM is not */
export function openMailer(config: MailConfig): Mailer {
  if (config.SMTP_URL === undefined) return new LoggedMailer();
  if (config.MAIL_FROM === undefined)
    throw new ConfigError('notifications: bad configuration. MAIL_FROM: is required with SMTP_URL');
  return new SmtpMailer(config.SMTP_URL, config.MAIL_FROM, config.CONTACT_TO);
}

class SmtpMailer implements Mailer {
  readonly #transport;
  readonly #domain: string;

  constructor(
    url: string,
    private readonly from: string,
    private readonly contactTo: string | undefined,
  ) {
    this.#transport = createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      dnsTimeout: TIMEOUT_MS,
      // Nothing in a mail is ever read from a file or an address.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    this.#domain = /@([\w.-]+)>?\s*$/.exec(from)?.[1] ?? 'localhost';
  }

  async send(mail: TakenMail): Promise<MailOutcome> {
    const { subject, text, html } = letterOf(mail);
    const to =
      mail.template === 'contact' ? this.contactTo : { name: oneLine(mail.content.name), address: mail.content.to };
    if (to === undefined) return { is: 'refused', reason: 'CONTACT_TO is not set any more' };
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
        from: this.from,
        to,
        ...(replyTo ? { replyTo } : {}),
        subject: oneLine(subject),
        text,
        html,
        messageId: `<${mail.messageId}@${this.#domain}>`,
        // Nobody's holiday answer is wanted.
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

/** Our own sign-in to the mail server failed: that is mended in the configuration, and the mail can wait for it. */
const SIGN_IN_CODES = new Set([530, 534, 535, 538]);

function outcomeOf(error: unknown): MailOutcome {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string };
  const permanent =
    responseCode !== undefined &&
    responseCode >= 500 &&
    !SIGN_IN_CODES.has(responseCode) &&
    /^(MAIL|RCPT|DATA|API)/.test(command ?? '');
  // Not the server's own words: they repeat addresses.
  const reason = `${code ?? 'failed'}${responseCode === undefined ? '' : ` ${responseCode}`}`;
  if (permanent || (code === 'EENVELOPE' && responseCode === undefined)) return { is: 'refused', reason };
  return { is: 'later', reason };
}

/**
 * Without SMTP the link is logged (decisions, Identity and sessions), so that whoever runs the server can hand it on.
 */
class LoggedMailer implements Mailer {
  readonly #logger = new Logger('Mail');

  async send(mail: TakenMail): Promise<MailOutcome> {
    if (mail.template === 'contact')
      this.#logger.log('A message of the contact form is in contact_messages; mail is not set up');
    else this.#logger.log(`Mail is not set up. ${mail.template}: ${mail.content.link ?? 'no link'}`);
    return { is: 'logged' };
  }

  close(): void {}
}
