export interface ReplicatedPostgres {
  /** The superuser's URL of the primary, without a database. */
  readonly url: string;
  /** The standby's, without user and database. */
  readonly readUrl: string;
  /** The standby replays nothing until `resume`: what it shows gets older. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  stopStandby(): Promise<void>;
  /** Starts it again on the same port. */
  startStandby(): Promise<void>;
  /** Stops both servers and removes their files. */
  remove(): Promise<void>;
}
/** A PostgreSQL of the test's own and a standby that follows it. */
export function startReplicatedPostgres(): Promise<ReplicatedPostgres>;
