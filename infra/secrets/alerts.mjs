/** The receivers of alerts, as `npm run secrets` takes it and .env keeps it (docs/operations/alerts.md). */

/** @typedef {{ mail?: string, webhook?: string, heartbeat?: string, smtp?: string }} AlertOptions */

const ADDRESS = /^[^\s@,'"<>]+@[^\s@,'"<>]+$/;
const isUrl = (text, protocols) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && !/['\s]/.test(text);

const isMails = (text) => text.split(',').every((address) => ADDRESS.test(address.trim()));
const isHttp = (text) => isUrl(text, ['http:', 'https:']);
const isSmtp = (text) => isUrl(text, ['smtp:', 'smtps:']) && new URL(text).hostname !== '';

const SETTINGS = [
  { option: 'mail', name: 'ALERT_MAIL_TO', accepts: isMails, example: 'ops@example.org' },
  { option: 'smtp', name: 'ALERT_SMTP_URL', accepts: isSmtp, example: 'smtp://user:password@mail.example.org:587' },
  { option: 'webhook', name: 'ALERT_WEBHOOK_URL', accepts: isHttp, example: 'https://hooks.example.org/inkling' },
  { option: 'heartbeat', name: 'ALERT_HEARTBEAT_URL', accepts: isHttp, example: 'https://beats.example.org/inkling' },
];

/** docker compose reads what is in single quotes as it is; signs such as $ and # mean something elsewhere. */
const quoted = (value) => (/^[\w@.,:/+-]*$/.test(value) ? value : `'${value}'`);

/**
 * Lines to add to the file.
 * @param {Readonly<Record<string, string | undefined>>} given what the file has
 * @param {AlertOptions} options
 * @returns {{ lines: string[], names: string[] }}
 * @throws {Error} for a value that cannot work, and for another than the file has
 */
export function alertLines(given, options) {
  const asked = SETTINGS.filter(({ option }) => options[option] !== undefined);
  for (const { option, name, accepts, example } of asked) {
    const value = options[option];
    if (!accepts(value)) throw new Error(`--alert-${option} ${value} cannot be right: it must look like ${example}.`);
    if (given[name] && given[name] !== value) {
      throw new Error(
        `The file says ${name}=${given[name]}. It is not overwritten: change it there, if ${value} is right.`,
      );
    }
  }
  if (options.mail !== undefined && !options.smtp && !given.ALERT_SMTP_URL && !given.SMTP_URL) {
    throw new Error('--alert-mail needs a mail server: set SMTP_URL in the file, or give --alert-smtp.');
  }
  const added = asked.filter(({ name }) => !given[name]);
  if (added.length === 0) return { lines: [], names: [] };
  return {
    lines: ['', '# Who is told of alerts', ...added.map(({ option, name }) => `${name}=${quoted(options[option])}`)],
    names: added.map(({ name }) => name),
  };
}
