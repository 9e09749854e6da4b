import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  adminRpc,
  DEFAULT_SETTINGS,
  INSTANCE_CHANGED_SUBJECT,
  instanceRpc,
  profileUpdated,
  settingsChanged,
  termsPublished,
  type RpcRequest,
} from '@inkling/contracts';
import { Database, LiveBus } from '@inkling/platform';
import { eventually, outcome, tally } from '@inkling/testing';
import { forgetOnInstance } from '../purge/instance-purge.js';
import { Community } from '../community.spec-support.js';
import type { Tables } from '../tables.js';

const ADMINISTRATOR = 7;
let community: Community;
beforeAll(async () => {
  community = await Community.start();
});
afterAll(() => community.stop());

const call = <C extends (typeof instanceRpc)[keyof typeof instanceRpc]>(contract: C, request: RpcRequest<C>) =>
  community.stack.rpc.call(contract, request);
const save = (version: number, changes: Record<string, unknown>, actorId = ADMINISTRATOR) =>
  community.stack.rpc.call(instanceRpc.saveSettings, { version, changes, actorId });
const publish = (kind: 'terms' | 'privacy' | 'imprint', version: number, texts: { en?: string; de?: string }) =>
  community.stack.rpc.call(instanceRpc.publishPage, { kind, version, texts, actorId: ADMINISTRATOR });
const logged = (what: string) =>
  community.sql<{ actor: number | null; operator: boolean; details: Record<string, unknown> }>(
    'select actor_id::int as actor, by_operator as operator, details from log_entries where what = $1 order by id',
    [what],
  );
const events = (type: string) =>
  community.sql<{ data: Record<string, unknown> }>(
    `select payload::jsonb->'data' as data from outbox where subject = $1 order by id`,
    [type],
  );

describe('settings of the instance', () => {
  it('are the defaults before anybody has saved any', async () => {
    expect(await call(instanceRpc.settings, {})).toEqual({ version: 0, settings: DEFAULT_SETTINGS, changedAt: null });
  });

  it('are saved over the version that was read, logged with the value before, announced and published', async () => {
    let heard = 0;
    const stop = community.get(LiveBus).subscribe(INSTANCE_CHANGED_SUBJECT, () => (heard += 1));
    const saved = await save(0, { name: 'Harbour Polls', description: null });
    expect(saved).toMatchObject({ version: 1, settings: { ...DEFAULT_SETTINGS, name: 'Harbour Polls' } });
    expect(await logged('settings-changed')).toEqual([
      { actor: ADMINISTRATOR, operator: false, details: { setting: 'name', before: null, after: 'Harbour Polls' } },
    ]);
    expect((await events(settingsChanged.type)).at(-1)?.data).toMatchObject({ version: 1 });
    await eventually(() => expect(heard).toBeGreaterThan(0));
    stop();
    expect((await call(instanceRpc.current, {})).settings.name).toBe('Harbour Polls');
  });

  it('stay as they are, without event and log, when a save changes nothing', async () => {
    expect(await save(1, { name: 'Harbour Polls' })).toMatchObject({ version: 1 });
    expect(await events(settingsChanged.type)).toHaveLength(1);
  });

  it('let one of many administrators through who save at once', async () => {
    const saves = Array.from({ length: 12 }, (_, number) => save(1, { description: `Number ${number}` }, number + 1));
    expect(await tally(saves)).toEqual({ ok: 1, 'settings-changed': 11 });
    expect(await call(instanceRpc.settings, {})).toMatchObject({ version: 2 });
    expect(await outcome(save(1, { name: 'Late' }))).toBe('settings-changed');
  });

  it.each([
    [{ name: 'x'.repeat(61) }],
    [{ description: 'x'.repeat(161) }],
    [{ contactAddress: 'nobody' }],
    [{ links: ['javascript:alert(1)'] }],
    [{ rules: [] }],
    [{ rules: Array.from({ length: 13 }, (_, n) => ({ text: `Rule ${n}` })) }],
    [{ signUp: { mode: 'sometimes' } }],
    [{ whoMayAsk: { kind: 'older-than', days: -1 } }],
    [{ blockedMailDomains: ['not a domain'] }],
    [{ reservedNames: Array.from({ length: 501 }, (_, n) => `n${n}`) }],
    [{ unknown: true }],
  ])('refuse %j', async (changes) => {
    expect(await outcome(save(2, changes))).toBe('invalid-request');
  });

  it('say who may ask', async () => {
    const { version, settings } = await save(2, { whoMayAsk: { kind: 'older-than', days: 7 } });
    expect(settings.whoMayAsk).toEqual({ kind: 'older-than', days: 7 });
    expect((await events(settingsChanged.type)).at(-1)?.data).toMatchObject({ version, settings });
    await save(version, { whoMayAsk: { kind: 'anyone', days: 0 } });
  });

  it('keep lists in lower case, each entry once', async () => {
    const { settings } = await save(4, { blockedMailDomains: ['Spam.Example', 'spam.example'], flagWords: ['Casino'] });
    expect([settings.blockedMailDomains, settings.flagWords]).toEqual([['spam.example'], ['casino']]);
  });

  it('are saved by the admin command without an account', async () => {
    const { version } = await community.stack.rpc.call(adminRpc.settings, {});
    await community.stack.rpc.call(adminRpc.saveSettings, { version, changes: { name: 'By command' } });
    expect((await logged('settings-changed')).at(-1)).toMatchObject({
      actor: null,
      operator: true,
      details: { after: 'By command' },
    });
  });
});

describe('pages', () => {
  it('come in the language asked for, else in the other', async () => {
    await publish('imprint', 0, { de: 'Betrieben von Harbour Polls.' });
    const page = (language: 'en' | 'de') => call(instanceRpc.page, { kind: 'imprint', language });
    expect(await page('en')).toMatchObject({ language: 'de', text: 'Betrieben von Harbour Polls.', version: 1 });
    await publish('imprint', 1, { en: 'Run by Harbour Polls.', de: 'Betrieben von Harbour Polls.' });
    expect(await page('en')).toMatchObject({ language: 'en', text: 'Run by Harbour Polls.', version: 2 });
  });

  it('keep every version, and let one of two authors through', async () => {
    const writes = [1, 2, 3].map((number) => publish('privacy', 0, { en: `By ${number}` }));
    expect(await tally(writes)).toEqual({ ok: 1, 'settings-changed': 2 });
    const first = await call(instanceRpc.pageHistory, { kind: 'privacy' });
    await publish('privacy', 1, { en: 'Second' });
    expect(await call(instanceRpc.pageHistory, { kind: 'privacy', version: 1 })).toMatchObject({
      shown: first.shown,
      versions: [{ version: 2 }, { version: 1 }],
    });
  });

  it('are gone when a version without text takes them back', async () => {
    await publish('privacy', 2, {});
    expect(await outcome(call(instanceRpc.page, { kind: 'privacy' }))).toBe('page-not-found');
    expect((await call(instanceRpc.current, {})).pages).toEqual(['imprint']);
  });
});

describe('terms', () => {
  const signUp = (userId: number, version = 1) =>
    community.feed.publishTwice(profileUpdated, {
      userId,
      name: `User ${userId}`,
      username: null,
      profilePicture: null,
      hasCompletedProfile: false,
      version,
    });
  const accepted = async (userId: number) => (await call(instanceRpc.acceptedTerms, { userId })).accepted;

  it('are accepted by signing up, in the version of that moment', async () => {
    await signUp(101);
    await publish('terms', 0, { en: 'Be kind.' });
    expect((await events(termsPublished.type)).at(-1)?.data).toMatchObject({ version: 1 });
    await signUp(102);
    await signUp(103, 2);
    await eventually(async () => expect(await accepted(102)).toBe(1));
    await publish('terms', 1, { en: 'Be kind and brief.' });
    await signUp(104);
    await eventually(async () => expect(await accepted(104)).toBe(2));
    expect([await accepted(101), await accepted(102), await accepted(103)]).toEqual([null, 1, null]);
  });

  it('are accepted once, by version, and never in a version that does not exist', async () => {
    const accept = (version: number) => call(instanceRpc.acceptTerms, { userId: 102, version });
    expect(await tally([accept(2), accept(2), accept(2)])).toEqual({ ok: 3 });
    expect(await community.sql('select version from terms_acceptances where user_id = 102 order by 1')).toEqual([
      { version: 1 },
      { version: 2 },
    ]);
    expect(await outcome(accept(3))).toBe('page-not-found');
    expect(await accept(1)).toEqual({ accepted: 2 });
  });

  it('forget a deleted person, who can no longer accept any', async () => {
    await community.sql('insert into purged_users (user_id, settled_at) values (104, now())');
    await forgetOnInstance(community.get<Database<Tables>>(Database).kysely, 104);
    await call(instanceRpc.acceptTerms, { userId: 104, version: 2 });
    await signUp(104);
    expect(await accepted(104)).toBeNull();
    await forgetOnInstance(community.get<Database<Tables>>(Database).kysely, ADMINISTRATOR);
    const rows = await community.sql(
      'select published_by as by from pages union select changed_by from settings where changed_by = $1',
      [ADMINISTRATOR],
    );
    expect(rows).toEqual([{ by: null }]);
  });
});

describe('announcements', () => {
  const titles = async () => (await call(instanceRpc.current, {})).announcements.map(({ title }) => title);

  it('show until they are ended, once', async () => {
    const body = { actorId: ADMINISTRATOR, title: 'Closed on Sunday', text: 'Back on Monday.' };
    const { id } = await call(instanceRpc.announce, body);
    expect(await titles()).toEqual(['Closed on Sunday']);
    const end = () => call(instanceRpc.endAnnouncement, { actorId: ADMINISTRATOR, announcementId: id });
    expect(await tally([end(), end()])).toEqual({ ok: 2 });
    expect(await titles()).toEqual([]);
    expect(await logged('announcement-ended')).toHaveLength(1);
    expect((await call(instanceRpc.announcements, {})).announcements).toMatchObject([{ id }]);
  });

  it('are refused when they end before they begin', async () => {
    const [from, until] = ['2026-11-24T10:00:00.000Z', '2026-11-24T09:00:00.000Z'];
    expect(await outcome(call(instanceRpc.announce, { actorId: 7, title: 'Never', from, until }))).toBe(
      'invalid-request',
    );
  });
});
