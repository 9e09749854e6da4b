/**
 * What start.sh writes, before `amtool`: every way to set it up is accepted, and every alert reaches whom it should.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LaunchFailure } from '../../local/failure.mjs';
import { alerts } from '../rules.mts';

const run = promisify(execFile);
const START = join(import.meta.dirname, 'start.sh');
const MAIL = { ALERT_MAIL_TO: 'ops@example.org' };

/** Each way to set the receivers up, by name. */
export const VARIANTS = {
  nobody: {},
  mail: { ...MAIL, SMTP_URL: 'smtp://inkling:p%40ss%27word@mail.example.org' },
  'mail with TLS from the start': {
    ...MAIL,
    ALERT_SMTP_URL: 'smtps://mail.example.org',
    ALERT_MAIL_FROM: 'a@example.org',
  },
  'mail without TLS': { ...MAIL, ALERT_SMTP_URL: 'smtp://relay:25?ignoreTLS=true' },
  webhook: { ALERT_WEBHOOK_URL: 'https://hooks.example.org/inkling?token=a&b=c' },
  all: {
    ...MAIL,
    SMTP_URL: 'smtp://mail.example.org:587',
    ALERT_WEBHOOK_URL: 'https://hooks.example.org/x',
    ALERT_HEARTBEAT_URL: 'https://beats.example.org/y',
  },
};

/**
 * Has start.sh write a configuration.
 * @throws with what it says of the variables
 */
export const writeConfiguration = (file: string, env: Record<string, string>) =>
  run('sh', [START, '--write', file], { env: { PATH: process.env.PATH, ...env }, timeout: 10_000 });

/**
 * @param amtool its path
 * @throws {LaunchFailure} for a configuration that it refuses, and an alert that goes elsewhere
 */
export async function checkReceivers(amtool: string, report: (line: string) => void) {
  const folder = await mkdtemp(join(tmpdir(), 'inkling-alertmanager-'));
  try {
    for (const [name, env] of Object.entries(VARIANTS)) {
      const file = join(folder, `${name}.yml`);
      await writeConfiguration(file, env);
      await run(amtool, ['check-config', file]).catch((cause) => {
        throw new LaunchFailure(`Alertmanager refuses: ${name}.`, { detail: cause.stdout + cause.stderr, cause });
      });
    }
    const file = join(folder, 'all.yml');
    for (const { alert, labels } of alerts()) {
      const severity = labels?.severity;
      const receiver = severity === 'info' ? 'nobody' : (severity ?? '');
      const given = Object.entries({ alertname: alert, ...labels }).map(([name, value]) => `${name}=${value}`);
      const args = ['config', 'routes', 'test', `--config.file=${file}`, `--verify.receivers=${receiver}`, ...given];
      await run(amtool, args).catch((cause) => {
        throw new LaunchFailure(`${alert} does not reach ${receiver}.`, { detail: cause.stdout + cause.stderr, cause });
      });
    }
    report(`receivers: ${Object.keys(VARIANTS).length} configurations accepted, ${alerts().length} alerts routed`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
