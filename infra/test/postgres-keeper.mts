import { stopLeftovers } from '../local/children.mts';
import { fail } from '../local/failure.mjs';
import { prepareDataFolder } from '../local/paths.mjs';
import { TEST_SETTINGS, connect, startPostgres } from '../local/postgres.mts';
import { loadSecrets } from '../local/secrets.mts';
import { TEST_DATA, announce, hasHolders, withStartLock } from './shared-postgres.mts';

const IDLE_MS = 10_000;
const LOOK_MS = 500;

/** Runs the tests' PostgreSQL until no process uses it, and a little longer for the next one. */
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
    // A process that needs the server from now on waits for the lock and then starts another one.
    await withStartLock(async () => (hasHolders() ? undefined : end()));
    if (ending) process.exit(0);
  }
}

/** Drops the databases of killed test runs. */
async function dropForgottenDatabases(url: string) {
  const client = await connect(`${url}/postgres`);
  const { rows } = await client.query("select datname from pg_database where datname like 'test\\_%'");
  for (const { datname } of rows) await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`);
  await client.end();
}

keep().catch(fail);
