/** How many files and sockets a process may open, and how a program is started with more. */
import { spawnSync } from 'node:child_process';

/** @returns what the shell printed, null when it failed or there is none */
function shell(script: string): string | null {
  const { status, stdout } = spawnSync('sh', ['-c', script], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/**
 * Wraps a command so that it may open at least that many files. Node itself goes from the soft limit to the hard one,
 * so only the hard limit is looked at; to raise that takes root.
 * @returns the limit when it is lower and cannot be raised
 */
export function withOpenFiles(
  files: number,
  command: string,
  args: string[],
): { command: string; args: string[] } | { limit: number } {
  const printed = shell('ulimit -Hn');
  const limit = printed === null || printed === 'unlimited' ? Infinity : Number(printed);
  if (limit >= files) return { command, args };
  if (shell(`ulimit -n ${files}`) === null) return { limit };
  return { command: 'sh', args: ['-c', `ulimit -n ${files} && exec "$0" "$@"`, command, ...args] };
}
