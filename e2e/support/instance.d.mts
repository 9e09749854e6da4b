/** A whole product of its own, started as `npm start` does, that can be killed in any part and started again. */
export class Instance {
  /** @param env settings of its own */
  static create(env?: NodeJS.ProcessEnv): Promise<Instance>;
  readonly origin: string;
  readonly dataFolder: string;
  /** Superuser's address of its database. */
  readonly databaseUrl: string;
  /** Where its NATS is, and as whom to connect. */
  readonly nats: { readonly url: string; readonly user?: string; readonly password?: string };
  /** All that its services have logged. */
  readonly logs: string;
  /** Resolves once the launcher says that Inkling is running. */
  start(): Promise<void>;
  /** Kills the launcher and these children at once; resolves with how many children there were. */
  kill(children: readonly string[]): Promise<number>;
  children(): string[];
  stop(): Promise<void>;
}
