import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { eventually } from '../eventually.js';

/** A mail as the server took it. */
export interface Delivered {
  /** Addresses of RCPT TO. */
  readonly to: readonly string[];
  readonly from: string;
  readonly source: string;
  readonly mail: Email;
}

type Stage = 'rcpt' | 'data';
interface Refusal {
  readonly stage: Stage;
  readonly code: number;
}

/** An SMTP server on loopback that keeps what it gets. */
export class SmtpServer {
  readonly delivered: Delivered[] = [];
  /** Recipients that are refused, by address. */
  readonly refused = new Map<string, Refusal>();
  /** Conversations by recipient, refused ones included. */
  readonly attempts = new Map<string, number>();
  #server: SMTPServer | undefined;
  port = 0;

  static async start(): Promise<SmtpServer> {
    const smtp = new SmtpServer();
    await smtp.open();
    return smtp;
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  /** Listens, again on the port it had, which a connection of some other process may have for a moment. */
  async open(): Promise<void> {
    await eventually(() => this.#listen());
  }

  async #listen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, callback) => {
        this.attempts.set(address, (this.attempts.get(address) ?? 0) + 1);
        callback(this.#refusal(address, 'rcpt'));
      },
      onData: (stream, session, answer) => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        void stream
          .toArray()
          .then((chunks) => this.#deliver({ to, from, source: Buffer.concat(chunks as Buffer[]).toString() }))
          .then(answer, answer);
      },
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    server.on('error', () => undefined);
    this.port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#server = undefined;
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  to(address: string): Delivered[] {
    return this.delivered.filter((one) => one.to.includes(address));
  }

  async #deliver(mail: Omit<Delivered, 'mail'>): Promise<Error | null> {
    const refusal = this.#refusal(mail.to[0] ?? '', 'data');
    if (refusal === null) this.delivered.push({ ...mail, mail: await PostalMime.parse(mail.source) });
    return refusal;
  }

  #refusal(address: string, stage: Stage): Error | null {
    const refusal = this.refused.get(address);
    return refusal?.stage === stage ? Object.assign(new Error('not now'), { responseCode: refusal.code }) : null;
  }
}
