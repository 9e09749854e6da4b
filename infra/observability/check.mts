/**
 * Puts the alert rules, their tests and Alertmanager's configuration before the programs that will read them:
 * `promtool` and `amtool`, from the PATH or built with Go.
 *
 *     node infra/observability/check.mjs [--programs FOLDER]
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { LaunchFailure } from '../local/failure.mjs';
import { program, programsFolder } from './programs.mts';

const HERE = import.meta.dirname;
const RUN_MS = 10 * 60_000;
const filesIn = (folder: string) => readdirSync(join(HERE, folder)).map((file) => join(folder, file));

/** `node infra/observability/check.mjs`. */
export async function main(args: string[]): Promise<void> {
  const folder = await programsFolder(args);
  const promtool = await program('promtool', folder, console.log);
  await show('rules', promtool, ['check', 'rules', '--lint=all', '--lint-fatal', ...filesIn('alerts')]);
  await show('configuration', promtool, ['check', 'config', 'prometheus.yml']);
  await show('tests', promtool, ['test', 'rules', ...filesIn('tests')]);
  const { checkReceivers } = await import('./alertmanager/check.mts');
  await checkReceivers(await program('amtool', folder, console.log), console.log);
}

/** Runs a program and prints what it says of what it read; what it refuses ends this one. */
async function show(what: string, file: string, args: readonly string[]) {
  const { stdout } = await promisify(execFile)(file, args, { cwd: HERE, timeout: RUN_MS, maxBuffer: 2 ** 24 }).catch(
    (cause) => {
      throw new LaunchFailure(`The ${what} did not pass.`, {
        detail: `${cause.stdout ?? ''}${cause.stderr ?? ''}`,
        cause,
      });
    },
  );
  const lines = stdout.trim().split('\n');
  console.log(`${what}: ${lines.filter((line) => /SUCCESS/.test(line)).length} passed`);
}
