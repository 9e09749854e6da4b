import { createHmac } from 'node:crypto';
import { MailRequest, SessionClaims, authRpc, notificationsRpc, type RpcReply } from '@inkling/contracts';
import { ApiError, Nats, encodeFailure, encodeReply } from '@inkling/platform';
import { eventually, startStack, type Stack } from '@inkling/testing';
import { service } from './index.js';

export const SECRET = 'only for the specs: thirty-two characters';
export const CLIENT = { ip: '198.51.100.1', userAgent: 'spec' };
export const PASSWORD = 'a good password';

export type { Stack };
export type SignedIn = RpcReply<typeof authRpc.signup>;

export const logIn = (stack: Stack, email: string, password = PASSWORD, ip = CLIENT.ip): Promise<SignedIn> =>
  stack.rpc.call(authRpc.login, { email, password, client: { ...CLIENT, ip } });

/** Only auth, with its own database and NATS server. */
export const startAuth = (env: Record<string, string> = {}): Promise<Stack> =>
  startStack({ services: [service], env: { SESSION_SECRET: SECRET, ...env } });

let people = 0;
export const newEmail = (): string => `person${(people += 1)}@example.org`;

export const signUp = (stack: Stack, email = newEmail()): Promise<SignedIn> =>
  stack.rpc.call(authRpc.signup, { email, password: PASSWORD, client: CLIENT });

/** The claims of an access token. Throws if its signature is wrong. */
export function claimsOf(accessToken: string): SessionClaims {
  const [header = '', payload = '', signature = ''] = accessToken.split('.');
  if (createHmac('sha256', SECRET).update(`${header}.${payload}`).digest('base64url') !== signature)
    throw new Error('Bad signature');
  return SessionClaims.parse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
}

/** Collects the JSON messages of a subject from now on; `until` waits for one that matches. */
export function listen<T>(stack: Stack, subject: string) {
  const messages: T[] = [];
  const stop = stack.bus.subscribe(subject, (bytes: Uint8Array) =>
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

export interface Mailbox {
  readonly mails: MailRequest[];
  /** Waits for the nth mail with this template to this address. */
  until(template: MailRequest['template'], to: string, nth?: number): Promise<MailRequest>;
  /** The token in the link of that mail. */
  token(template: MailRequest['template'], to: string, nth?: number): Promise<string>;
  close(): Promise<void>;
}

/**
 * Replaces the notifications service and keeps the mails that it receives.
 * @param options.failures how many calls it answers with 503 before it accepts one
 */
export async function openMailbox(stack: Stack, options: { failures?: number } = {}): Promise<Mailbox> {
  const nats = await Nats.connect({ servers: stack.nats.url, name: 'spec-mailbox' });
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
  return {
    mails,
    until,
    token: async (...mail) => new URL((await until(...mail)).link ?? '').searchParams.get('token') ?? '',
    close: () => nats.connection.close(),
  };
}
