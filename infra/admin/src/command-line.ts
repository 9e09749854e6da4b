import { parseArgs } from 'node:util';
import type { AdminCommand, Values } from './command.js';
import { UsageError } from './options.js';

/** What the arguments ask for: help, of one command or of all, or a command to run. */
export type Request =
  | { readonly help: AdminCommand | undefined }
  | { readonly run: AdminCommand; readonly args: readonly string[]; readonly values: Values };

/** Whether the arguments ask what there is, which needs no running instance. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return args.length === 0 || own[0] === 'help' || own.includes('--help') || own.includes('-h');
}

/** @throws UsageError saying what is wrong with the arguments */
export function readCommandLine(args: readonly string[], commands: readonly AdminCommand[]): Request {
  if (asksForHelp(args)) {
    const name = args.find((arg) => arg !== 'help' && !arg.startsWith('-'));
    return { help: name === undefined ? undefined : commandNamed(name, commands) };
  }
  const [name = '', ...rest] = args;
  if (name.startsWith('-')) throw new UsageError(`error: unknown option '${name}'`);
  const command = commandNamed(name, commands);
  const { positionals, values } = parse(command, rest);
  checkArguments(command, positionals);
  return { run: command, args: positionals, values };
}

function commandNamed(name: string, commands: readonly AdminCommand[]): AdminCommand {
  const command = commands.find((each) => each.name === name);
  if (!command) throw new UsageError(`error: unknown command '${name}'\nnpm run admin -- --help lists the commands.`);
  return command;
}

function parse(command: AdminCommand, args: string[]): { positionals: string[]; values: Values } {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { value }]) => [
      name,
      { type: value ? ('string' as const) : ('boolean' as const) },
    ]),
  );
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(`error: ${(error as Error).message}`, { cause: error });
  }
}

function checkArguments({ name, argument }: AdminCommand, given: readonly string[]): void {
  const parts = argument?.split(' ') ?? [];
  const missing = parts[given.length];
  if (missing?.startsWith('<')) {
    throw new UsageError(`error: missing required argument '${missing.replace(/[<>.]/g, '')}'`);
  }
  const most = argument?.includes('...') ? Infinity : parts.length;
  if (given.length > most) {
    throw new UsageError(`error: too many arguments for '${name}': ${given.slice(most).join(' ')}`);
  }
}
