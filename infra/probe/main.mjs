/**
 * The probe (docs/operations/probe.md), where Node 22 or newer is there already: in its container, or on a machine that
 * has nothing but this folder. It uses no package. `npm run probe` comes through probe.mjs.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { realpathSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { ProbeMetrics } from './metrics.mjs';
import { HELP, readOptions, UsageError } from './options.mjs';
import { lineOf, probe } from './run.mjs';

/** After a first failure, to tell a bad moment from an outage quickly. An account has few sign-ins. */
const AGAIN_MS = 15_000;

/**
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, print?: (line: string) => void, signal?: AbortSignal,
 *   listening?: (port: number) => void }} [options] `signal` ends what goes on
 * @returns {Promise<number>} the exit code
 */
export async function main(args, { env = process.env, print = console.log, signal, listening } = {}) {
  try {
    const options = readOptions(args, env);
    if (options.help) {
      print(HELP);
      return 0;
    }
    if (options.everyMs !== undefined) return await goOn(options, { print, signal, listening });
    const outcome = await probe(options.target);
    print(lineOf(outcome));
    return outcome.failed ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    return 2;
  }
}

async function goOn({ target, everyMs, listen }, { print, signal, listening }) {
  const metrics = new ProbeMetrics();
  const server = listen && (await serve(listen, metrics));
  if (server) listening?.(server.address().port);
  let wasBad = true;
  try {
    while (!signal?.aborted) {
      const began = performance.now();
      const outcome = await probe(target);
      metrics.note(outcome, Date.now());
      // What goes well once more is no news.
      if (outcome.failed || wasBad) print(lineOf(outcome));
      const isFirst = outcome.failed !== undefined && !wasBad;
      wasBad = outcome.failed !== undefined;
      const pause = isFirst ? Math.min(AGAIN_MS, everyMs) : everyMs;
      await delay(Math.max(0, began + pause - performance.now()), undefined, { signal }).catch(() => {});
    }
  } finally {
    server?.close();
    server?.closeAllConnections();
  }
  return 0;
}

async function serve({ host, port }, metrics) {
  const server = createServer((request, response) => {
    if (request.url === '/metrics') {
      response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8').end(metrics.text());
    } else if (request.url === '/health/live') response.end('ok\n');
    else response.writeHead(404).end();
  });
  server.listen(port, host);
  await once(server, 'listening');
  return server;
}

if (process.argv[1] && realpathSync(process.argv[1]) === import.meta.filename) {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort());
  process.exitCode = await main(process.argv.slice(2), { signal: stop.signal });
}
