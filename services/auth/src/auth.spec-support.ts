import { createHmac } from 'node:crypto';
import { MailRequest, SessionClaims, authRpc, notificationsRpc, type RpcReply } from '@inkling/contracts';
import { ApiError, Nats, encodeFailure, encodeReply, type RpcClient } from '@inkling/platform';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';

export const SECRET = 'only for the specs: thirty-two characters';
export const CLIENT = { ip: '198.51.100.1', userAgent: 'spec' };
export const PASSWORD = 'a good password';

export type SignedIn = RpcReply<typeof authRpc.signup>;

let people = 0;
export const newEmail = (): string => `person${(people += 1)}@example.org`;

/** The claims of an access token. Throws if its signature is wrong. */
export function claimsOf(accessToken: string): SessionClaims {
  const [header = '', payload = '', signature = ''] = accessToken.split('.');
  if (createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url') !== signature)
    throw new Error('Bad signature');
  return SessionClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

export interface Mailbox {
  readonly mails: MailRequest[];
  /** Waits for the nth mail with this template to this address. */
  until(template: MailRequest['template'], to: string, nth?: number): Promise<MailRequest>;
  /** The token in the link of that mail. */
  token(template: MailRequest['template'], to: string, nth?: number): Promise<string>;
  close(): Promise<void>;
}

/** Auth with its own database and NATS server, and what specs do with it. */
export class Auth {
  readonly #mailboxes: Mailbox[] = [];

  private constructor(readonly stack: Stack) {}

  static async start(env: Record<string, string> = {}): Promise<Auth> {
    return new Auth(await startStack({ services: [service], env: { SESSION_SECRET: SECRET, ...env } }));
  }

  async stop(): Promise<void> {
    await Promise.all(this.#mailboxes.map((mailbox) => mailbox.close()));
    await this.stack.stop();
  }

  get rpc(): RpcClient {
    return this.stack.rpc;
  }

  signUp(email = newEmail()): Promise<SignedIn> {
    return this.rpc.call(authRpc.signup, { email, password: PASSWORD, client: CLIENT });
  }

  logIn(email: string, password = PASSWORD, ip = CLIENT.ip): Promise<SignedIn> {
    return this.rpc.call(authRpc.login, { email, password, client: { ...CLIENT, ip } });
  }

  refresh({ session }: SignedIn): Promise<RpcReply<typeof authRpc.refresh>> {
    return this.rpc.call(authRpc.refresh, { refreshToken: session.refreshToken, client: CLIENT });
  }

  rows<Row extends object = Record<string, unknown>>(text: string, ...values: unknown[]): Promise<Row[]> {
    return this.stack.sql<Row>('auth', text, values);
  }

  /** Collects the JSON messages of a subject from now on; `until` waits for one that matches. */
  listen<T>(subject: string) {
    const messages: T[] = [];
    const stop = this.stack.bus.subscribe(subject, (bytes: Uint8Array) =>
      messages.push(JSON.parse(Buffer.from(bytes).toString()) as T),
    );
    const until = async (matches: (message: T) => boolean): Promise<T> => {
      await eventually(async () => {
        if (!messages.some(matches)) throw new Error(`No such message on ${subject} yet`);
      });
      return messages.find(matches)!;
    };
    return { messages, until, stop };
  }

  /**
   * Replaces the notifications service and keeps the mails that it receives.
   * @param options.failures how many calls it answers with 503 before it accepts one
   */
  async openMailbox(options: { failures?: number } = {}): Promise<Mailbox> {
    const nats = await Nats.connect({ servers: this.stack.nats.url, name: 'spec-mailbox' });
    const mails: MailRequest[] = [];
    let failures = options.failures ?? 0;
    nats.connection.subscribe(notificationsRpc.mail.subject, {
      queue: 'notifications',
      callback: (_, message) => {
        failures -= 1;
        if (failures >= 0) {
          message.respond(encodeFailure(new ApiError('unavailable')));
          return;
        }
        mails.push(MailRequest.parse((JSON.parse(Buffer.from(message.data).toString()) as { d: unknown }).d));
        message.respond(encodeReply({}));
      },
    });
    await nats.connection.flush();
    const until: Mailbox['until'] = (template, to, nth = 1) =>
      eventually(() => {
        const found = mails.filter((mail) => mail.template === template && mail.to === to)[nth - 1];
        if (!found) throw new Error(`No ${template} number ${nth} to ${to} yet`);
        return found;
      });
    const mailbox: Mailbox = {
      mails,
      until,
      token: async (...mail) => new URL((await until(...mail)).link ?? '').searchParams.get('token') ?? '',
      close: () => nats.connection.close(),
    };
    this.#mailboxes.push(mailbox);
    return mailbox;
  }
}
