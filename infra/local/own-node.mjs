import { spawn } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { LaunchFailure, fail } from './failure.mjs';
import { installDependencies } from './install.mjs';
import { NODE } from './paths.mjs';
import { isAtLeast, parseVersion } from './version.mjs';

/** Whether a file is what was started, and not imported; Node has a name for it since 24. */
export const isProgram = (file) => process.argv[1] !== undefined && existsSync(process.argv[1]) && realpathSync(process.argv[1]) === file;

const LEAST_NODE = [20, 11, 0];
const OWN_NODE = [24, 0, 0];

/**
 * Installs the packages when they are missing, then runs `main` under the Node that the project brings: here when this is
 * one, or else in a child process with the same arguments.
 * @param {string} script path of the program that calls this
 * @param {(args: string[]) => Promise<void>} main
 */
export async function underOwnNode(script, main) {
  const version = parseVersion(process.version) ?? [0];
  try {
    if (!isAtLeast(version, LEAST_NODE)) throw new LaunchFailure(`Node ${process.version} is too old: Inkling needs ${LEAST_NODE.join('.')} or newer to set itself up.`);
    // Not into what a program's output is piped to.
    await installDependencies((line) => console.error(line));
    if (isAtLeast(version, OWN_NODE)) await main(process.argv.slice(2));
    else continueIn(script);
  } catch (error) {
    fail(error);
  }
}

function continueIn(script) {
  const child = spawn(NODE, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  child.once('error', fail);
  child.once('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
  // Ctrl-C reaches the child from the terminal as well; twice does no harm there.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
}
