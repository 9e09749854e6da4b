import { createTransport } from 'nodemailer';
import { codeOf, reasonOf } from '../../local/failure.mjs';
import { fail, ok, warn } from '../findings.mts';
import type { Check } from '../run.mts';

const TIMEOUT_MS = 8_000;
const LIMITS = {
  connectionTimeout: TIMEOUT_MS,
  greetingTimeout: TIMEOUT_MS,
  socketTimeout: TIMEOUT_MS,
  dnsTimeout: TIMEOUT_MS,
  disableFileAccess: true,
  disableUrlAccess: true,
};
/** Of nodemailer: the server offers no STARTTLS, or it fails. */
const NO_TLS = 'ETLS';

type Transport = ReturnType<typeof createTransport>;

/** The mail server takes our connection, over TLS, and our password. */
export const mail: Check = {
  name: 'mail',
  run: async ({ settings, options }) => {
    const url = settings.SMTP_URL;
    if (!url)
      return [warn('SMTP_URL is not set: mailed links are in the log alone', 'Set it, with MAIL_FROM: .env.example.')];
    if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
      const advice = 'It looks like smtp://user:password@mail.example.org:587.';
      return [fail('SMTP_URL is no address of a mail server', advice)];
    }
    const findings = [await verified(url)];
    if (!settings.MAIL_FROM)
      findings.push(warn('MAIL_FROM is not set', 'Many servers refuse mails from an address that is not theirs.'));
    if (options.sendMailTo && findings[0].state !== 'fail')
      findings.push(await sent(url, settings.MAIL_FROM, options.sendMailTo));
    return findings;
  },
};

/** Asks for TLS first. A server without it still works, and everyone on the way reads along. */
async function verified(url: string) {
  const { host, username } = new URL(url);
  const as = username ? ', and takes our password' : '';
  const verify = (transport: Transport) => transport.verify();
  const encrypted = await attempt(createTransport({ url, ...LIMITS, requireTLS: true }), verify);
  if (!encrypted) return ok(`${host} answers over TLS${as}`);
  const failure = codeOf(encrypted) === NO_TLS ? await attempt(createTransport({ url, ...LIMITS }), verify) : encrypted;
  if (!failure) {
    const advice = 'Use a port with TLS (465 with smtps://, 587 with smtp://), unless the server is on this network.';
    return warn(`${host} answers without TLS${as}`, advice);
  }
  if (codeOf(failure) === 'EAUTH')
    return fail(`${host} refuses our user or password`, 'Correct them in SMTP_URL; %40 stands for an @ in a user.');
  const advice = 'Correct SMTP_URL; many providers block port 25 on the way out, and 587 works.';
  return fail(`${host}: ${reasonOf(failure)}`, advice);
}

async function sent(url: string, from: string | undefined, to: string) {
  const letter = {
    from: from || 'Inkling <inkling@localhost>',
    to,
    subject: 'A test mail of Inkling',
    text: 'npm run doctor has sent this. Mail works.',
  };
  let response = '';
  const failure = await attempt(createTransport({ url, ...LIMITS }), async (transport) => {
    ({ response } = await transport.sendMail(letter));
  });
  if (!failure) return ok(`a mail to ${to} was taken: ${response}`);
  const advice = 'Look at MAIL_FROM, and at what the server allows.';
  return fail(`a mail to ${to} was refused: ${reasonOf(failure)}`, advice);
}

/** @returns the failure, if any */
async function attempt(transport: Transport, work: (transport: Transport) => Promise<unknown>): Promise<unknown> {
  try {
    await work(transport);
    return undefined;
  } catch (error) {
    return error;
  } finally {
    transport.close();
  }
}
