import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';

/** Runs a statement with parameters `$1`, `$2`, ... */
export type Execute = (sql: string, parameters: readonly unknown[]) => Promise<QueryResult<unknown>>;

const nothing = async (): Promise<void> => undefined;
const refused = (): never => {
  throw new Error('Transactions are begun by Database.transaction, and rows are not streamed');
};

/** A Kysely whose statements run by `execute`, wherever that is: on the pool or in a transaction. */
export function kyselyOn<Tables>(execute: Execute): Kysely<Tables> {
  const connection = {
    executeQuery: ({ sql, parameters }) => execute(sql, parameters),
    streamQuery: refused,
  } as DatabaseConnection;
  const driver: Driver = {
    init: nothing,
    acquireConnection: async () => connection,
    beginTransaction: refused,
    commitTransaction: refused,
    rollbackTransaction: refused,
    releaseConnection: nothing,
    destroy: nothing,
  };
  return new Kysely<Tables>({
    dialect: {
      createDriver: () => driver,
      createAdapter: () => new PostgresAdapter(),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createIntrospector: (database) => new PostgresIntrospector(database),
    },
  });
}
