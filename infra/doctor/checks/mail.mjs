import { createTransport } from 'nodemailer';
import { reasonOf } from '../../local/failure.mjs';
import { fail, ok, warn } from '../findings.mjs';

const TIMEOUT_MS = 8_000;
/** Of nodemailer: the server offers no STARTTLS, or it does not come about. */
const NO_TLS = 'ETLS';

/** The mail server takes our connection, over TLS, and our password. */
export const mail = {
  name: 'mail',
  run: async ({ settings, options }) => {
    const url = settings.SMTP_URL;
    if (!url)
      return [warn('SMTP_URL is not set: mailed links are in the log alone', 'Set it, with MAIL_FROM: .env.example.')];
    if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol)) {
      return [
        fail('SMTP_URL is no address of a mail server', 'It looks like smtp://user:password@mail.example.org:587.'),
      ];
    }
    const findings = [await verified(url)];
    if (!settings.MAIL_FROM)
      findings.push(warn('MAIL_FROM is not set', 'Many servers refuse mails from an address that is not theirs.'));
    if (options.sendMailTo && findings[0]?.state !== 'fail')
      findings.push(await sent(url, settings.MAIL_FROM, options.sendMailTo));
    return findings;
  },
};

const transportTo = (url, more = {}) =>
  createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    dnsTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...more,
  });

/** Asks for TLS first. A server without it still works, and everyone on the way reads along. */
async function verified(url) {
  const { host, username } = new URL(url);
  const as = username ? ', and takes our password' : '';
  const encrypted = await attempt(transportTo(url, { requireTLS: true }));
  if (!encrypted) return ok(`${host} answers over TLS${as}`);
  const failure = encrypted.code === NO_TLS ? await attempt(transportTo(url)) : encrypted;
  if (!failure) {
    const advice = 'Use a port with TLS (465 with smtps://, 587 with smtp://), unless the server is on this network.';
    return warn(`${host} answers without TLS${as}`, advice);
  }
  if (failure.code === 'EAUTH') {
    return fail(`${host} refuses our user or password`, 'Correct them in SMTP_URL; %40 stands for an @ in a user.');
  }
  return fail(
    `${host}: ${reasonOf(failure)}`,
    'Correct SMTP_URL; many providers block port 25 on the way out, and 587 works.',
  );
}

/** @returns {Promise<any>} the failure, or undefined */
async function attempt(transport) {
  try {
    await transport.verify();
    return undefined;
  } catch (error) {
    return error;
  } finally {
    transport.close();
  }
}

async function sent(url, from, to) {
  const transport = transportTo(url);
  try {
    const letter = {
      from: from || 'Inkling <inkling@localhost>',
      to,
      subject: 'A test mail of Inkling',
      text: 'npm run doctor has sent this. Mail works.',
    };
    const { response } = await transport.sendMail(letter);
    return ok(`a mail to ${to} was taken: ${response}`);
  } catch (error) {
    return fail(`a mail to ${to} was refused: ${reasonOf(error)}`, 'Look at MAIL_FROM, and at what the server allows.');
  } finally {
    transport.close();
  }
}
