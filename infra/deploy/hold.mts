/**
 * Makes those who connect to a port wait, for the moment in which nobody listens: the first packet of each connection
 * is dropped, and every system sends it again after a second. Without this they would be refused.
 */
import { execFile, spawn } from 'node:child_process';
import { hostname } from 'node:os';
import { LaunchFailure } from '../local/failure.mjs';
import type { Engine } from './engine.mts';

/** Whatever becomes of this program, the rule is gone after so long; and at once when this program is. */
const LONGEST_S = 20;
const ANSWER_MS = 30_000;
const RULE = 'PREROUTING -p tcp --dport $port --syn -j DROP';

/** Before addresses are translated, so that it counts for every way to the port. Without IPv6 there is one table. */
const SCRIPT = `
PATH=$PATH:/usr/sbin:/sbin port=$1
undo() { iptables -w -t raw -D ${RULE}; ip6tables -w -t raw -D ${RULE} 2>/dev/null; }
iptables -w -t raw -I ${RULE} || exit 1
ip6tables -w -t raw -I ${RULE} 2>/dev/null
trap undo EXIT
trap 'exit 1' HUP INT TERM
echo held
timeout ${LONGEST_S} cat >/dev/null
`;

/**
 * A command on the engine's host, where docker's own rules for ports are: by root there as it is, otherwise from a
 * container that works in the host's namespaces.
 * @param image with nsenter
 */
async function onHost(engine: Engine, image: string, command: string[]): Promise<string[]> {
  const host = await engine.look('info', '--format', '{{.Name}}');
  if (process.getuid?.() === 0 && host === hostname()) return command;
  const inside = ['--privileged', '--pid', 'host', '--network', 'host', '--user', '0', '--entrypoint', 'nsenter'];
  return ['docker', 'run', '--rm', '-i', ...inside, image, '-t', '1', '-m', '-n', '--', ...command];
}

/** @param image with nsenter */
export async function canHold(engine: Engine, image: string): Promise<boolean> {
  const look = 'PATH=$PATH:/usr/sbin:/sbin; iptables -w -t raw -n -L PREROUTING';
  const [program = '', ...args] = await onHost(engine, image, ['sh', '-c', look]);
  return new Promise((resolve) => {
    execFile(program, args, { env: engine.env, timeout: ANSWER_MS }, (error) => resolve(error === null));
  });
}

/**
 * @param options `image` with nsenter, which is there
 * @returns lets them in
 * @throws {LaunchFailure} when the host does not have it so
 */
export async function hold(
  engine: Engine,
  { image, port }: { image: string; port: number },
): Promise<() => Promise<void>> {
  const [program = '', ...args] = await onHost(engine, image, ['sh', '-c', SCRIPT, 'hold', String(port)]);
  // A Ctrl-C on the terminal is not for it: it ends with its input.
  const child = spawn(program, args, { env: engine.env, detached: true, stdio: ['pipe', 'pipe', 'pipe'] });
  let said = '';
  const ended = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  child.stdin.on('error', () => undefined);
  child.stderr.on('data', (chunk) => (said += chunk));
  const held = new Promise((resolve) => child.stdout.once('data', () => resolve(true)));
  const timer = setTimeout(() => child.kill('SIGKILL'), ANSWER_MS);
  const began = await Promise.race([held, ended.then(() => false)]);
  clearTimeout(timer);
  if (!began) throw new LaunchFailure('Connections cannot be made to wait on this host.', { detail: said });
  return async () => {
    child.stdin.end();
    await ended;
  };
}
