import type { AddressInfo } from 'node:net';
import { eventually } from '@inkling/testing';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail server of this machine that keeps what it is given. */
export class Mailbox {
  readonly mails: (Email & { recipients: string[] })[] = [];
  readonly #server: SMTPServer;

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const recipients = session.envelope.rcptTo.map(({ address }) => address);
          void this.#keep(Buffer.concat(chunks), recipients);
          done();
        });
      },
    });
  }

  static async open(): Promise<Mailbox> {
    const mailbox = new Mailbox();
    await new Promise<void>((resolve) => mailbox.#server.listen(0, '127.0.0.1', resolve));
    return mailbox;
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** The token of the latest mailed link to `path` for an address, once it is there. */
  token(to: string, path: string): Promise<string> {
    return eventually(() => {
      const mail = this.mails.findLast(({ recipients, text }) => recipients.includes(to) && text?.includes(path));
      const token = mail && new RegExp(`${path}\\?token=([\\w-]+)`).exec(mail.text ?? '')?.[1];
      if (!token) throw new Error(`No mail to ${to} with a link to ${path}`);
      return token;
    });
  }

  async #keep(raw: Buffer, recipients: string[]): Promise<void> {
    this.mails.push({ ...(await PostalMime.parse(raw)), recipients });
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
