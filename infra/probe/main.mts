import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { ProbeMetrics } from './metrics.mts';
import { HELP, readOptions, UsageError, type Address } from './options.mts';
import { lineOf, probe, type Target } from './run.mts';

/** The pause after a first failure, which tells a bad moment from an outage. An account has few sign-ins. */
const AGAIN_MS = 15_000;

interface Surroundings {
  env?: NodeJS.ProcessEnv;
  print?: (line: string) => void;
  /** Ends a probe that keeps running. */
  signal?: AbortSignal | undefined;
  listening?: ((port: number) => void) | undefined;
}

/** Runs the probe as a program, until SIGINT or SIGTERM at the latest. */
export async function start(args: string[]): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) process.once(name, () => stop.abort());
  process.exitCode = await main(args, { signal: stop.signal });
}

/** @returns the exit code */
export async function main(
  args: string[],
  { env = process.env, print = console.log, signal, listening }: Surroundings = {},
): Promise<number> {
  try {
    const options = readOptions(args, env);
    if (options.help) {
      print(HELP);
      return 0;
    }
    const { target, everyMs, listen } = options;
    if (everyMs !== undefined) return await keepProbing({ target, everyMs, listen }, { print, signal, listening });
    const outcome = await probe(target);
    print(lineOf(outcome));
    return outcome.failed ? 1 : 0;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    return 2;
  }
}

async function keepProbing(
  { target, everyMs, listen }: { target: Target; everyMs: number; listen: Address | undefined },
  { print, signal, listening }: Surroundings & Required<Pick<Surroundings, 'print'>>,
) {
  const metrics = new ProbeMetrics();
  const server = listen && (await serve(listen, metrics));
  if (server) listening?.((server.address() as AddressInfo).port);
  let wasBad = true;
  try {
    while (!signal?.aborted) {
      const began = performance.now();
      const outcome = await probe(target);
      metrics.note(outcome, Date.now());
      // A run that succeeds like the one before it prints nothing.
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

async function serve({ host, port }: Address, metrics: ProbeMetrics): Promise<Server> {
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
