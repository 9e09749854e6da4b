/**
 * Sends an alert through a real Alertmanager to a mail server and a webhook on this machine, and prints what arrives:
 * the page at once, nothing of what follows from it, and a word when it is over.
 *
 *     node infra/observability/rehearse-mail.mjs [--programs FOLDER]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LaunchFailure } from '../local/failure.mjs';
import type { AddressInfo, Server } from 'node:net';
import { program, programsFolder } from './programs.mts';

/** The group's next message, five minutes later, says that the alert is over. */
const LIMIT_MS = 7 * 60_000;
const START_MS = 60_000;
const CAUSE = { alertname: 'PostgresDown', severity: 'page' };
/** Held back as long as its cause sounds. */
const CONSEQUENCE = { alertname: 'ProbeFailing', severity: 'page', after: 'postgres nats nginx' };
const annotations = (summary: string) => ({
  summary,
  description: 'Nearly everything answers 503.',
  runbook_url: 'docs/operations/alerts.md#postgresql',
});

const indented = (text: string) => text.trim().replaceAll(/^/gm, '    ');
const subjectOf = (mail: string) => /^Subject: (.*)$/m.exec(mail)?.[1];

async function until(holds: () => boolean, otherwise: string) {
  const deadline = Date.now() + LIMIT_MS;
  while (!holds()) {
    if (Date.now() > deadline) throw new LaunchFailure(otherwise);
    await delay(200);
  }
}

/** A mail server that keeps what it receives. It offers no TLS, because nothing would trust its certificate. */
async function mailServer() {
  const { SMTPServer } = await import('smtp-server');
  const received: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onData(stream, _session, callback) {
      const parts: Buffer[] = [];
      stream.on('data', (part) => parts.push(part));
      stream.on('end', () => {
        received.push(Buffer.concat(parts).toString().replaceAll('\r\n', '\n').replaceAll('=\n', ''));
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return { received, port: portOf(server.server), close: () => new Promise<void>((done) => server.close(done)) };
}

async function webhook() {
  const received: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(request.url);
      response.end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    received,
    port: portOf(server),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

/** Alertmanager with the configuration that start.sh writes. */
async function startAlertmanager(file: string, folder: string, mailPort: number, hookPort: number) {
  const { writeConfiguration } = await import('./alertmanager/check.mts');
  const config = join(folder, 'alertmanager.yml');
  await writeConfiguration(config, {
    ALERT_MAIL_TO: 'ops@example.org',
    ALERT_SMTP_URL: `smtp://127.0.0.1:${mailPort}?ignoreTLS=true`,
    ALERT_MAIL_FROM: 'Inkling <alerts@example.org>',
    ALERT_WEBHOOK_URL: `http://127.0.0.1:${hookPort}/inkling`,
  });
  const port = await freePort();
  const child = spawn(
    file,
    [
      `--config.file=${config}`,
      `--storage.path=${folder}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--cluster.listen-address=',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let log = '';
  child.stderr.on('data', (part) => (log += part));
  const ended = once(child, 'exit');
  const origin = `http://127.0.0.1:${port}`;
  const deadline = Date.now() + START_MS;
  while (
    !(await fetch(`${origin}/-/ready`).then(
      (answer) => answer.ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new LaunchFailure('Alertmanager does not start.', { detail: log });
    await delay(200);
  }
  return {
    async post(alerts: object[]) {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${origin}/api/v2/alerts`, { method: 'POST', headers, body: JSON.stringify(alerts) });
      if (!answer.ok) throw new LaunchFailure(`Alertmanager refuses an alert: ${answer.status} ${await answer.text()}`);
    },
    async stop() {
      child.kill();
      await ended;
    },
  };
}

const portOf = (server: Pick<Server, 'address'>) => (server.address() as AddressInfo).port;

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = portOf(server);
  server.close();
  return port;
}

/** `node infra/observability/rehearse-mail.mjs`. */
export async function main(args: string[]): Promise<void> {
  const programs = await programsFolder(args);
  const alertmanager = await program('alertmanager', programs, console.log);
  const folder = await mkdtemp(join(tmpdir(), 'inkling-mail-'));
  const mails = await mailServer();
  const hooks = await webhook();
  const running = await startAlertmanager(alertmanager, folder, mails.port, hooks.port);
  try {
    const began = Date.now();
    const seconds = () => `after ${Math.round((Date.now() - began) / 1_000)} s`;
    await running.post([
      { labels: CAUSE, annotations: annotations('PostgreSQL does not answer') },
      { labels: CONSEQUENCE, annotations: annotations('Nobody can sign in and vote') },
    ]);
    await until(() => mails.received.length > 0 && hooks.received.length > 0, 'No alert arrived.');
    console.log(`A mail and a call arrived ${seconds()}.\n\n${indented(mails.received[0])}\n`);
    await running.post([
      { labels: CAUSE, annotations: annotations('PostgreSQL does not answer'), endsAt: new Date().toISOString() },
    ]);
    // What it held back sounds from now on, unless that is over as well.
    await running.post([
      {
        labels: CONSEQUENCE,
        annotations: annotations('Nobody can sign in and vote'),
        endsAt: new Date().toISOString(),
      },
    ]);
    await until(() => mails.received.length > 1, 'Nobody heard that it is over.');
    console.log(`The second one, ${seconds()}: ${subjectOf(mails.received[1])}`);
    const stray = mails.received.filter((mail) => mail.includes('Nobody can sign in'));
    if (stray.length > 0)
      throw new LaunchFailure('What followed from the cause was sent as well.', { detail: stray[0] });
    console.log('What follows from the cause was held back.');
  } finally {
    await running.stop();
    await mails.close();
    await hooks.close();
    await rm(folder, { recursive: true, force: true });
  }
}
