/** A whole product, started as `npm start` does. Any part can be killed, and all of it started again. */
export class Instance {
  /** @param env additional settings */
  static create(env?: NodeJS.ProcessEnv): Promise<Instance>;
  readonly origin: string;
  readonly dataFolder: string;
  /** The database's URL for the superuser. */
  readonly databaseUrl: string;
  /** Address and credentials of its NATS server. */
  readonly nats: { readonly url: string; readonly user?: string; readonly password?: string };
  /** Everything that its services have logged. */
  readonly logs: string;
  /** Resolves when the launcher reports that Inkling is running. */
  start(): Promise<void>;
  /** Kills the launcher and these children at once; resolves with how many children there were. */
  kill(children: readonly string[]): Promise<number>;
  children(): string[];
  stop(): Promise<void>;
}
