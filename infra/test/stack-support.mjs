import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { prepareDatabase, sharedPasswords } from '../local/databases.mts';
import { acquireNats } from '../local/nats-acquire.mts';
import { startNats } from '../local/nats.mts';
import { connect } from '../local/postgres.mts';
import { testDatabaseUrl } from './shared-postgres.mts';
import { createStackFolder, sweepForgottenStacks } from './stacks.mts';

/** For a server that checks no passwords. */
const ANY_PASSWORD = 'test';

/**
 * A fresh database with the same roles and schemas as the product's.
 * @param {readonly string[]} services
 */
export async function createTestDatabase(services) {
  const server = new URL(await testDatabaseUrl());
  const owner = new URL(server);
  owner.pathname = `/test_${randomBytes(8).toString('hex')}`;
  const passwords =
    sharedPasswords(server.href, services) ?? Object.fromEntries(services.map((name) => [name, ANY_PASSWORD]));
  const urls = await prepareDatabase(owner.href, passwords, { ownServer: true });
  const drop = async () => {
    server.pathname = '/postgres';
    const client = await connect(server.href);
    await client.query(`drop database if exists ${client.escapeIdentifier(owner.pathname.slice(1))} with (force)`);
    await client.end();
  };
  return { ownerUrl: owner.href, urls, drop };
}

/**
 * A new NATS server with JetStream and its own folder. It can be stopped and started again on the same port.
 */
export async function createTestNats() {
  await sweepForgottenStacks();
  const { root, folders } = createStackFolder();
  const source = await acquireNats();
  const options = { source, folder: join(root, 'nats'), folders, durable: false };
  let server = await startNats(options);
  const { url, port } = server;
  return {
    url,
    stop: () => server.child.stop(),
    start: async () => {
      if (!server.child.running()) server = await startNats({ ...options, port });
    },
    lose: async () => {
      await server.child.stop();
      rmSync(options.folder, { recursive: true, force: true });
      server = await startNats({ ...options, port });
    },
    remove: async () => {
      await server.child.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
