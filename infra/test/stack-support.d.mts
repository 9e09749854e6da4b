export interface TestDatabase {
  /** The superuser's URL of this database. */
  readonly ownerUrl: string;
  /** Name of a service -> its role's URL. */
  readonly urls: Readonly<Record<string, string>>;
  drop(): Promise<void>;
}
export interface TestNats {
  readonly url: string;
  stop(): Promise<void>;
  /** Starts it again on the same port, with its stored messages. */
  start(): Promise<void>;
  /** Stops it, deletes its stored messages, and starts it again on the same port. */
  lose(): Promise<void>;
  /** Stops it and removes its files. */
  remove(): Promise<void>;
}
/** What a test's database holds from the start. It is made once for all tests with the same key. */
export interface Content {
  readonly key: string;
  /** @param urls name of a service -> its role's URL of the database to fill */
  readonly fill: (urls: Readonly<Record<string, string>>) => Promise<void>;
}
/** @param server the superuser's URL of another server than the one that tests share */
export function createTestDatabase(
  services: readonly string[],
  content?: Content,
  server?: string,
): Promise<TestDatabase>;
export function createTestNats(): Promise<TestNats>;
