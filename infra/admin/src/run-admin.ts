import { ApiError, EventStreams, Nats, RpcClient } from '@inkling/platform';
import { asksForHelp, readCommandLine, type Request } from './command-line.js';
import { COMMANDS } from './commands.js';
import { commandHelp, overview } from './help.js';
import { UsageError } from './options.js';
import { Output } from './output.js';

const CONNECT_MS = 5_000;

export interface AdminConnection {
  /** NATS of the running instance, with a user that may call `admin.*`. */
  readonly servers: string;
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
}

export { asksForHelp };

/**
 * Runs one admin command.
 * @param connection may be missing where the arguments ask for help
 * @returns the exit code: 1 when something is wrong, and what it is has been printed to `output`
 */
export async function runAdmin(
  args: readonly string[],
  connection: AdminConnection | undefined,
  output = new Output(),
): Promise<number> {
  try {
    const request = readCommandLine(args, COMMANDS);
    if ('help' in request) {
      output.line(request.help ? commandHelp(request.help) : overview(COMMANDS));
      // Nothing was asked for.
      return args.length === 0 ? 1 : 0;
    }
    if (!connection) throw new UsageError('No instance is given to run this against.');
    await runConnected(request, connection, output);
    return 0;
  } catch (error) {
    const { message, stack } = error as Error;
    output.line(error instanceof UsageError || error instanceof ApiError ? message : (stack ?? message));
    return 1;
  }
}

async function runConnected(
  { run, args, values }: Extract<Request, { run: unknown }>,
  connection: AdminConnection,
  output: Output,
): Promise<void> {
  const nats = await connect(connection);
  const rpc = new RpcClient(nats);
  try {
    await run.run({ rpc, streams: new EventStreams(nats), output }, args, values);
  } finally {
    rpc.onApplicationShutdown();
    await nats.connection.close();
  }
}

async function connect(connection: AdminConnection): Promise<Nats> {
  try {
    return await Nats.connect({ ...connection, name: 'admin', timeoutMs: CONNECT_MS });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
