import type { EventStreams, RpcClient } from '@inkling/platform';
import type { Output } from './output.js';

/** What a command works with. */
export interface Tools {
  readonly rpc: RpcClient;
  readonly streams: EventStreams;
  readonly output: Output;
}

/** The values of every option that some command has. */
export interface Values {
  readonly after?: string;
  readonly all?: boolean;
  readonly json?: boolean;
  readonly limit?: string;
  readonly replicas?: string;
  readonly service?: string;
}

export interface CommandOption {
  /** Stands for the value in the help text; an option without it is a switch. */
  readonly value?: string;
  readonly help: string;
}

/** One command of `npm run admin`. */
export interface AdminCommand {
  readonly name: string;
  readonly help: string;
  /**
   * In the notation of the help text: `<user>` must be there, `[query]` may be, `<ids...>` are one or more. A space
   * separates two.
   */
  readonly argument?: string;
  readonly argumentHelp?: string;
  readonly options?: Readonly<Partial<Record<keyof Values, CommandOption>>>;
  run(tools: Tools, args: readonly string[], values: Values): Promise<void>;
}
