import { spawn } from 'node:child_process';
import { watch as watchFolder } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { startChild } from './children.mts';
import { LaunchFailure } from './failure.mjs';
import { runQuietly } from './install.mjs';
import { ROOT, type DataPaths } from './paths.mjs';
import { freePort, probePort } from './ports.mts';
import { supervise } from './supervisor.mts';

const VITE_PORT = 5173;
/** The compiler writes many files for one change. */
const SETTLE_MS = 200;
const binary = (name: string) => join(ROOT, 'node_modules', '.bin', name);

/**
 * Compiles the services once, before they are started.
 * @throws {LaunchFailure} with the compiler's output
 */
export async function buildOnce(signal: AbortSignal) {
  console.log('Compiling ...');
  const { code, output } = await runQuietly(binary('tsc'), ['-b'], process.env, signal);
  if (code !== 0) throw new LaunchFailure('The services do not compile: see the messages above.', { detail: output });
}

/** The Vite server, which hands calls of the API on to the gateway. */
export async function startVite(
  gatewayPort: number,
  paths: DataPaths,
  hooks: Parameters<typeof supervise>[2],
): Promise<{ origin: string; stop: () => Promise<void> }> {
  const port = (await probePort(VITE_PORT, 'localhost')) === 'free' ? VITE_PORT : await freePort();
  const env = { ...process.env, GATEWAY_PORT: String(gatewayPort) };
  const args = [
    join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
    '--port',
    String(port),
    '--strictPort',
    '--clearScreen',
    'false',
  ];
  const start = async () => ({
    child: startChild({ name: 'vite', command: process.execPath, args, env, cwd: join(ROOT, 'web') }, paths),
  });
  const { stop } = await supervise('Vite', start, hooks);
  return { origin: `http://localhost:${port}`, stop };
}

/**
 * Compiles on every change and restarts the services whose code, or whose libraries', has changed.
 * @param restarts by service name, with `gateway`
 */
export async function watch(restarts: Record<string, () => Promise<void>>): Promise<{ stop: () => Promise<void> }> {
  const compiler = spawn(binary('tsc'), ['-b', '-w', '--preserveWatchOutput'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const pending = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const flush = async () => {
    const names = [...pending];
    pending.clear();
    console.log(`Restarting ${names.join(', ')} ...`);
    await Promise.all(names.map((name) => restarts[name]?.()));
  };
  const changed = (names: string[]) => {
    for (const name of names) pending.add(name);
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), SETTLE_MS);
  };
  const libraries = (await readdir(join(ROOT, 'libs'))).filter((name) => name !== 'testing');
  const watched = [
    ...libraries.map((name) => ({ folder: join(ROOT, 'libs', name, 'dist'), names: Object.keys(restarts) })),
    ...Object.keys(restarts).map((name) => ({
      folder: join(ROOT, ...(name === 'gateway' ? [] : ['services']), name, 'dist'),
      names: [name],
    })),
  ];
  const watchers = watched.map(({ folder, names }) =>
    watchFolder(folder, { recursive: true }, (_event, file) => (file?.endsWith('.js') ? changed(names) : undefined)),
  );
  return {
    stop: async () => {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
      if (compiler.exitCode !== null || compiler.signalCode !== null) return;
      const ended = new Promise((resolve) => compiler.once('exit', resolve));
      compiler.kill();
      await ended;
    },
  };
}
