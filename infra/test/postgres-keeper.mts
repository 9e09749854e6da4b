import { stopLeftovers } from '../local/children.mts';
import { fail } from '../local/failure.mjs';
import { prepareDataFolder } from '../local/paths.mjs';
import { TEST_SETTINGS, connect, startPostgres } from '../local/postgres.mts';
import { loadSecrets } from '../local/secrets.mts';
import { TEST_DATA, announce, hasHolders, withStartLock } from './shared-postgres.mts';

const IDLE_MS = 10_000;
const LOOK_MS = 500;

/** Holds the tests' PostgreSQL for as long as a process that asked for it runs, and a little longer for the next. */
async function keep() {
  await prepareDataFolder(TEST_DATA);
  await stopLeftovers(TEST_DATA.run, []);
  const { postgres: password } = await loadSecrets(TEST_DATA.secrets, []);
  const { url, child } = await startPostgres({
    folder: TEST_DATA.postgres,
    password,
    settings: TEST_SETTINGS,
    folders: TEST_DATA,
  });
  await dropForgottenDatabases(url);
  announce(url);

  let ending = false;
  const end = async () => {
    if (ending) return;
    ending = true;
    announce(undefined);
    await child.stop();
  };
  const endWith = async (code: string | number | null | undefined) => {
    await end();
    process.exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => void endWith(0));
  void child.exited.then(() => (ending ? undefined : endWith(1)));

  let idleSince;
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    if (hasHolders()) idleSince = undefined;
    else idleSince ??= Date.now();
    if (idleSince === undefined || Date.now() - idleSince < IDLE_MS) continue;
    // A process that asks from now on waits for the lock and then starts another server.
    await withStartLock(async () => (hasHolders() ? undefined : end()));
    if (ending) process.exit(0);
  }
}

/** A killed test run leaves its databases. */
async function dropForgottenDatabases(url: string) {
  const client = await connect(`${url}/postgres`);
  const { rows } = await client.query("select datname from pg_database where datname like 'test\\_%'");
  for (const { datname } of rows) await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`);
  await client.end();
}

keep().catch(fail);
