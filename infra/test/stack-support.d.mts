export interface TestDatabase {
  /** Superuser's URL of this database. */
  readonly ownerUrl: string;
  /** Service name to the URL of its role. */
  readonly urls: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}
export interface TestNats {
  readonly url: string;
  stop(): Promise<void>;
  /** Starts it again on the same port, with what it had stored. */
  start(): Promise<void>;
  /** Stops it, deletes all that it had stored, and starts it again on the same port. */
  lose(): Promise<void>;
  /** Ends it for good and removes its files. */
  remove(): Promise<void>;
}
export function createTestDatabase(services: readonly string[]): Promise<TestDatabase>;
export function createTestNats(): Promise<TestNats>;
