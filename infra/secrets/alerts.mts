/** The receivers of alerts: options of `npm run secrets`, kept in .env (docs/operations/alerts.md). */

export interface AlertOptions {
  mail?: string;
  webhook?: string;
  heartbeat?: string;
  smtp?: string;
}

const ADDRESS = /^[^\s@,'"<>]+@[^\s@,'"<>]+$/;
const isUrl = (text: string, protocols: string[]) =>
  URL.canParse(text) && protocols.includes(new URL(text).protocol) && !/['\s]/.test(text);

const isMails = (text: string) => text.split(',').every((address) => ADDRESS.test(address.trim()));
const isHttp = (text: string) => isUrl(text, ['http:', 'https:']);
const isSmtp = (text: string) => isUrl(text, ['smtp:', 'smtps:']) && new URL(text).hostname !== '';

const SETTINGS: {
  option: keyof AlertOptions;
  name: string;
  accepts: (text: string) => boolean;
  example: string;
}[] = [
  { option: 'mail', name: 'ALERT_MAIL_TO', accepts: isMails, example: 'ops@example.org' },
  { option: 'smtp', name: 'ALERT_SMTP_URL', accepts: isSmtp, example: 'smtp://user:password@mail.example.org:587' },
  { option: 'webhook', name: 'ALERT_WEBHOOK_URL', accepts: isHttp, example: 'https://hooks.example.org/inkling' },
  { option: 'heartbeat', name: 'ALERT_HEARTBEAT_URL', accepts: isHttp, example: 'https://beats.example.org/inkling' },
];

/** Outside single quotes, docker compose interprets characters such as $ and #. */
const quoted = (value: string) => (/^[\w@.,:/+-]*$/.test(value) ? value : `'${value}'`);

/**
 * Lines to add to the file.
 * @param given the variables of the file
 * @throws {Error} for a value that cannot work, and for one that differs from the file's
 */
export function alertLines(
  given: Readonly<Record<string, string | undefined>>,
  options: AlertOptions,
): { lines: string[]; names: string[] } {
  const asked = SETTINGS.flatMap((setting) => {
    const value = options[setting.option];
    return value === undefined ? [] : [{ ...setting, value }];
  });
  for (const { option, name, value, accepts, example } of asked) {
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
    lines: ['', '# Who receives alerts', ...added.map(({ name, value }) => `${name}=${quoted(value)}`)],
    names: added.map(({ name }) => name),
  };
}
