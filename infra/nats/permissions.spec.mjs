import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { EVENTS, SERVICES } from '@inkling/contracts';
import { callsInSource } from './access.mts';
import { accessOf, applications, permissionsText } from './permissions.mts';

const ROOT = join(import.meta.dirname, '../..');
/** Also through the gateway's `decoration(rpc, contract, ...)` and `#features(contract, ...)`. */
const CALL = /(?:\bcall(?:Raw)?\(|\bdecoration\([\w.]+,|#features\()\s*(?:\{\s*\.\.\.\s*)?(\w+Rpc)\.(\w+)/g;

/** The contracts that an application's sources call. */
async function callsWritten(folder) {
  /** @type {Set<string>} */
  const found = new Set();
  for await (const file of glob('**/*.ts', { cwd: folder, exclude: (name) => /\.spec(-support)?\.ts$/.test(name) })) {
    for (const [, group, name] of (await readFile(join(folder, file), 'utf8')).matchAll(CALL))
      found.add(`${group}.${name}`);
  }
  return [...found].sort();
}

describe('the permissions of NATS', () => {
  let access;
  beforeAll(async () => {
    access = accessOf(await applications());
  }, 90_000);
  const of = (user) => access.find((each) => each.user === user);

  it('match contracts, consumers and the table of callers (otherwise: node infra/nats/generate.mjs)', async () => {
    expect(permissionsText(access)).toBe(await readFile(join(import.meta.dirname, 'permissions.conf'), 'utf8'));
  });

  it.each(['gateway', ...SERVICES])('name every call of %s and no other', async (user) => {
    const folder = join(ROOT, user === 'gateway' ? 'gateway' : `services/${user}`, 'src');
    expect(await callsWritten(folder)).toEqual(callsInSource(user).sort());
  });

  it('give each subject only to its owner', () => {
    for (const { user, publish, subscribe } of access) {
      expect(subscribe.filter((subject) => subject.startsWith('_INBOX'))).toEqual([`_INBOX.${user}.>`]);
      const events = EVENTS.map(({ type }) => type);
      expect(publish.filter((subject) => events.includes(subject) && !subject.startsWith(`${user}.`))).toEqual([]);
      const streams = publish.filter((subject) => /^\$JS\.API\.STREAM\.(?!INFO)/.test(subject));
      if (user !== 'admin')
        expect([user, streams, publish.filter((subject) => subject.startsWith('admin.'))]).toEqual([user, [], []]);
      for (const subject of [...publish, ...subscribe])
        expect(['>', '*', '$JS.>', '$JS.API.>', '_INBOX.>', 'live.>']).not.toContain(subject);
      const taken = publish.filter((subject) => subject.startsWith('$JS.API.CONSUMER.CREATE.'));
      for (const subject of taken) expect(subject.split('.')[5]).toMatch(new RegExp(`^${user}-`));
    }
    expect(of('search').publish).toContain('_INBOX.gateway.>');
    expect(of('search').publish).not.toContain('_INBOX.polls.>');
  });
});
