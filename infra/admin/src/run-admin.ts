import { Module, type DynamicModule } from '@nestjs/common';
import { ApiError, EventStreams, Nats, RpcClient } from '@inkling/platform';
import { CommandFactory, CommandRunnerService } from 'nest-commander';
import { RebuildSearchCommand, RecountCommand } from './counters.commands.js';
import { DeadLettersCommand, ReplayCommand, RepublishCommand } from './events.commands.js';
import { UsageError } from './options.js';
import { Output } from './output.js';
import { StreamsCommand } from './streams.command.js';
import { DisableUserCommand, EnableUserCommand, ResetPasswordCommand, UsersCommand } from './users.commands.js';

const CONNECT_MS = 5_000;

@Module({})
class AdminModule {
  static with(nats: Nats | undefined, output: Output): DynamicModule {
    // Help calls nobody.
    const calling = nats ? [{ provide: Nats, useValue: nats }, RpcClient, EventStreams] : [RpcClient, EventStreams].map((provide) => ({ provide, useValue: undefined }));
    return {
      module: AdminModule,
      providers: [
        { provide: Output, useValue: output },
        ...calling,
        UsersCommand,
        DisableUserCommand,
        EnableUserCommand,
        ResetPasswordCommand,
        RecountCommand,
        RebuildSearchCommand,
        DeadLettersCommand,
        ReplayCommand,
        RepublishCommand,
        StreamsCommand,
      ],
    };
  }
}

export interface AdminConnection {
  /** NATS of the running instance, with a user that may call `admin.*`. */
  readonly servers: string;
  readonly user?: string | undefined;
  readonly pass?: string | undefined;
}

/** Whether the arguments ask what there is, which needs no running instance. */
export function asksForHelp(args: readonly string[]): boolean {
  const end = args.indexOf('--');
  const own = end < 0 ? args : args.slice(0, end);
  return args.length === 0 || own[0] === 'help' || own.includes('--help') || own.includes('-h');
}

/**
 * Runs one admin command against a running instance.
 * @param args what was typed after `npm run admin --`
 * @param connection undefined when `asksForHelp`
 * @returns the exit code; a failure's message has been printed to `output`
 */
export async function runAdmin(args: readonly string[], connection: AdminConnection | undefined, output = new Output()): Promise<number> {
  let nats: Nats | undefined;
  try {
    nats = connection && (await Nats.connect({ ...connection, name: 'admin', timeoutMs: CONNECT_MS }));
  } catch (error) {
    output.line(error instanceof Error ? error.message : String(error));
    return 1;
  }
  let code = 0;
  const failed = (error: Error): void => {
    code = 1;
    // Help and version end commander in this way, having printed what was asked.
    if ('exitCode' in error) code = Number(error.exitCode);
    else output.line(error instanceof UsageError || error instanceof ApiError ? error.message : (error.stack ?? error.message));
  };
  const write = (text: string): void => output.line(text.trimEnd());
  try {
    const app = await CommandFactory.createWithoutRunning(AdminModule.with(nats, output), {
      logger: false,
      cliName: 'npm run admin --',
      // Commander ends the process unless this throws.
      errorHandler: (error) => {
        throw error;
      },
      serviceErrorHandler: failed,
      outputConfiguration: { writeOut: write, writeErr: write },
    });
    await app.get(CommandRunnerService).run(['node', 'admin', ...args]);
    await app.close();
  } finally {
    await nats?.connection.close();
  }
  return code;
}
