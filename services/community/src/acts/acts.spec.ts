import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  actsRpc,
  appealsRpc,
  casesRpc,
  noticeDue,
  objectModerated,
  personModerated,
  type ActObject,
  type EventContract,
  type EventData,
  type RpcRequest,
} from '@inkling/contracts';
import { outcome } from '@inkling/testing';
import { Moderation, staff } from '../moderation.spec-support.js';
import { NoticeSender } from '../notices/notice-sender.js';
import { ActPurge } from './act-purge.js';
import { FinalDeletions } from './final-deletions.js';

let moderation: Moderation;
beforeAll(async () => {
  moderation = await Moderation.start();
});
afterAll(() => moderation.stop());
beforeEach(() => {
  staff.clear();
  for (const id of [1, 2]) staff.add(id);
});

const [AUTHOR, REPORTER, FIRST, SECOND] = [900, 801, 1, 2];
type Fields = Partial<RpcRequest<typeof actsRpc.act>>;
const rpc = () => moderation.rpc;
const sql = <Row extends object>(text: string, values: readonly unknown[] = []) =>
  moderation.community.sql<Row>(text, values);
const act = (object: ActObject, fields: Fields = {}) =>
  rpc().call(actsRpc.act, {
    moderatorId: FIRST,
    role: 'moderator',
    act: 'hide',
    reason: 'Be kind.',
    object,
    ...fields,
  });
const undo = (actId: number, moderatorId = FIRST) =>
  rpc().call(actsRpc.undo, { moderatorId, role: 'moderator', actId });
const appeal = (actId: number, userId = AUTHOR) =>
  rpc().call(appealsRpc.appeal, { userId, actId, words: 'Please look again.' });
const answer = (appealId: number, moderatorId: number, uphold: boolean) =>
  rpc().call(appealsRpc.decide, { moderatorId, role: 'moderator', appealId, uphold, reason: 'Looked at again.' });

async function events<C extends EventContract>({ type }: C): Promise<EventData<C>[]> {
  const rows = await sql<{ data: EventData<C> }>(
    `select payload::jsonb -> 'data' as data from outbox where subject = $1 order by id`,
    [type],
  );
  return rows.map(({ data }) => data);
}
const statesOf = async ({ id }: ActObject) =>
  (await events(objectModerated)).filter(({ objectId }) => objectId === id).map(({ state }) => state);
/** Lets waiting notices leave. @returns those about the act, as kind and person */
async function told(actId: number): Promise<[number, string, unknown][]> {
  await sql('update notices set due_at = now() where sent_at is null');
  await moderation.community.get(NoticeSender).sweep();
  const rows = await sql<{ id: string }>('select id from notices where act_id = $1', [actId]);
  const ids = new Set(rows.map(({ id }) => Number(id)));
  return (await events(noticeDue))
    .filter(({ noticeId }) => ids.has(noticeId))
    .map(({ userId, notice }) => [userId, notice.kind, 'act' in notice ? notice.act : undefined]);
}
const daysLater = (actId: number, days: number) =>
  sql('update acts set made_at = now() - make_interval(days => $2) where id = $1', [actId, days]);

describe('an act', () => {
  it('decides a case once, also for two moderators at the same moment', async () => {
    const poll = moderation.poll();
    await moderation.report(REPORTER, poll);
    const [caseId] = await moderation.casesOf(poll);
    const decide = (moderatorId: number) =>
      outcome(
        rpc().call(actsRpc.decide, { moderatorId, role: 'moderator', caseId: caseId!, act: 'hide', reason: 'No.' }),
      );
    const results = await Promise.all([decide(FIRST), decide(SECOND)]);
    expect(results.filter((result) => result === 'case-decided')).toHaveLength(1);
    expect(await sql('select 1 from acts where case_id = $1', [caseId])).toHaveLength(1);
    expect(await statesOf(poll)).toEqual(['hidden']);
  });

  it('tells the person and the reporters after a while, each once', async () => {
    const poll = moderation.poll();
    await moderation.report(REPORTER, poll);
    const { id, noticeAt } = await act(poll, { rule: 1 });
    expect(Date.parse(noticeAt!)).toBeGreaterThan(Date.now());
    await moderation.community.get(NoticeSender).sweep();
    expect(await sql('select 1 from notices where act_id = $1 and sent_at is not null', [id])).toEqual([]);
    const notices = [
      [AUTHOR, 'act', 'hide'],
      [REPORTER, 'report-decided', 'hide'],
    ];
    expect(await told(id)).toEqual(notices);
    expect(await told(id)).toEqual(notices);
  });

  it('tells reporters nothing that names the person: no words, no id', async () => {
    const profile = moderation.profile(951);
    await moderation.report(REPORTER, profile);
    const { id } = await act(profile, { act: 'warn' });
    await told(id);
    await undo(id);
    await told(id);
    const rows = await sql<{ content: object }>(
      'select content from notices where act_id = $1 and user_id = $2 order by id',
      [id, REPORTER],
    );
    expect(rows.map(({ content }) => content)).toEqual(
      ['warn', null].map((outcome) => ({
        kind: 'report-decided',
        object: { kind: 'profile' },
        reportedAt: expect.any(String),
        act: outcome,
      })),
    );
  });

  it('leaves no id of its person once the account is deleted', async () => {
    const profile = moderation.profile(770_001);
    await moderation.report(REPORTER, profile);
    const warning = await act(profile, { act: 'warn' });
    await told(warning.id);
    await appeal(warning.id, 770_001);
    await moderation.community.get(ActPurge).forget(770_001, new AbortController().signal);
    for (const table of ['acts', 'appeals', 'notices', 'object_states', 'person_states'])
      expect([table, await sql(`select 1 from ${table} t where to_jsonb(t)::text ~ '770001|Person 770'`)]).toEqual([
        table,
        [],
      ]);
  });

  it('is unheard of when it is undone before, and its case is open again', async () => {
    const poll = moderation.poll();
    await moderation.report(REPORTER, poll);
    const { id, caseId } = await act(poll);
    await undo(id);
    await undo(id);
    expect(await told(id)).toEqual([]);
    expect(await statesOf(poll)).toEqual(['hidden', 'shown']);
    expect((await moderation.view(caseId!)).decidedAt).toBeNull();
  });

  it('is taken back later with a word to those who heard of it', async () => {
    const poll = moderation.poll();
    await moderation.report(REPORTER, poll);
    const { id } = await act(poll);
    await told(id);
    await undo(id, SECOND);
    expect((await told(id)).slice(2)).toEqual([
      [AUTHOR, 'act-undone', 'hide'],
      [REPORTER, 'report-decided', null],
    ]);
  });

  it('can be undone from its line in the log until that has happened', async () => {
    const [poll, other, picture] = [moderation.poll(), moderation.poll(), moderation.poll()];
    const [done, appealed, gone] = [await act(poll), await act(other), await act(picture, { act: 'delete' })];
    const undoable = async () => {
      const { entries } = await rpc().call(casesRpc.log, { moderatorId: SECOND, moderator: FIRST });
      return entries.flatMap(({ undoableAct }) => undoableAct ?? []).filter((id) => id >= done.id);
    };
    expect([done, appealed, gone].map((each) => each.undoable)).toEqual([true, true, true]);
    expect(await undoable()).toEqual([gone.id, appealed.id, done.id]);
    await appeal(appealed.id);
    await daysLater(gone.id, 15);
    await moderation.community.get(FinalDeletions).sweep();
    expect(await undoable()).toEqual([done.id]);
    expect(await undo(done.id, SECOND)).toMatchObject({ undoable: false });
    expect(await undoable()).toEqual([]);
  });

  it('leaves what a second act hides hidden', async () => {
    const poll = moderation.poll();
    const [first, second] = [await act(poll), await act(poll, { moderatorId: SECOND })];
    await undo(first.id);
    expect((await statesOf(poll)).at(-1)).toBe('hidden');
    await undo(second.id);
    expect((await statesOf(poll)).at(-1)).toBe('shown');
  });

  it('on a person adds up to a suspension that the account’s services hear of', async () => {
    const profile = moderation.profile(950);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    const short = await act(profile, { act: 'suspend', until });
    const good = await act(profile, { act: 'suspend' });
    await undo(good.id);
    const own = (await events(personModerated)).filter(({ userId }) => userId === 950);
    expect(own.map(({ suspended }) => [suspended?.actId, suspended?.until])).toEqual([
      [short.id, until],
      [good.id, null],
      [short.id, until],
    ]);
    expect(own.map(({ version }) => version)).toEqual([1, 2, 3]);
  });

  it('silences a person beside a suspension, and each ends by itself', async () => {
    const PERSON = 952;
    const states = async () =>
      (await events(personModerated))
        .filter(({ userId }) => userId === PERSON)
        .map(({ silenced, suspended }) => [silenced, suspended?.actId ?? null]);
    const silence = await act(moderation.comment({ authorId: PERSON }), { act: 'silence' });
    const again = await act(moderation.poll({ authorId: PERSON }), { act: 'silence' });
    const suspension = await act(moderation.profile(PERSON), { act: 'suspend' });
    await undo(suspension.id);
    await undo(silence.id);
    expect(await states()).toEqual([
      [true, null],
      [true, suspension.id],
      [true, null],
    ]);
    expect(await told(again.id)).toEqual([[PERSON, 'act', 'silence']]);
    const notices = (await events(noticeDue)).filter(({ userId }) => userId === PERSON);
    expect(notices.map(({ mail, notice }) => [mail, 'reason' in notice && notice.reason])).toEqual([
      [true, 'Be kind.'],
    ]);
    await appeal(again.id, PERSON);
    await answer((await moderation.view(again.caseId!)).acts[0]!.appeal!.id, SECOND, false);
    expect((await states()).at(-1)).toEqual([false, null]);
    expect(await outcome(act(moderation.profile(PERSON), { act: 'silence', until: '2100-01-01T00:00:00Z' }))).toBe(
      'invalid-request',
    );
  });

  it('is refused about oneself, about staff by a moderator, and where it does not fit', async () => {
    expect(await outcome(act(moderation.poll({ authorId: FIRST })))).toBe('self-act');
    expect(await outcome(act(moderation.poll({ authorId: SECOND })))).toBe('act-on-staff');
    expect(await outcome(act(moderation.profile(950)))).toBe('act-not-possible');
    expect(await outcome(act(moderation.poll(), { act: 'sensitive' }))).toBe('act-not-possible');
    expect(await outcome(act(moderation.poll(), { reason: undefined }))).toBe('invalid-request');
    expect(await outcome(act(moderation.poll(), { rule: 99 }))).toBe('invalid-request');
    expect(await outcome(act({ kind: 'poll', id: 999_999 }))).toBe('not-found');
    const poll = moderation.poll({ authorId: SECOND });
    expect(await act(poll, { role: 'administrator' })).toMatchObject({ act: 'hide', personId: SECOND });
  });
});

describe('an appeal', () => {
  it('is the person’s, once, and not too late', async () => {
    const { id } = await act(moderation.poll());
    expect(await outcome(appeal(id, REPORTER))).toBe('act-not-found');
    await daysLater(id, 14);
    expect(await outcome(appeal(id))).toBe('appeal-too-late');
    await daysLater(id, 13);
    expect(await appeal(id)).toMatchObject({ open: false, appeal: { words: 'Please look again.', decision: null } });
    expect(await outcome(appeal(id))).toBe('already-appealed');
  });

  it('waits in the queue, is answered by somebody else, and undoes the act', async () => {
    const poll = moderation.poll();
    const { id, caseId } = await act(poll);
    await told(id);
    await appeal(id);
    const queue = await rpc().call(casesRpc.list, { moderatorId: FIRST, filter: 'appeals' });
    expect(queue.cases.find((each) => each.id === caseId)).toMatchObject({ appealed: true });
    const appealId = (await moderation.view(caseId!)).acts[0]!.appeal!.id;
    expect(await outcome(answer(appealId, FIRST, false))).toBe('own-act');
    expect(await answer(appealId, SECOND, false)).toMatchObject({ appeal: { decision: { upheld: false } } });
    expect(await outcome(answer(appealId, SECOND, true))).toBe('appeal-decided');
    expect((await statesOf(poll)).at(-1)).toBe('shown');
    expect((await told(id)).at(-1)).toEqual([AUTHOR, 'appeal-decided', 'hide']);
  });

  it('is answered by who made the act where there is nobody else', async () => {
    staff.delete(SECOND);
    const { id, caseId } = await act(moderation.poll());
    await appeal(id);
    const appealId = (await moderation.view(caseId!)).acts[0]!.appeal!.id;
    expect(await answer(appealId, FIRST, true)).toMatchObject({ appeal: { decision: { upheld: true } } });
  });
});

describe('a deletion', () => {
  const final = () => moderation.community.get(FinalDeletions).sweep();

  it('is final after fourteen days, unless an appeal waits', async () => {
    const [first, second] = [moderation.poll(), moderation.poll()];
    const [one, other] = [await act(first, { act: 'delete' }), await act(second, { act: 'delete' })];
    await appeal(other.id);
    for (const { id } of [one, other]) await daysLater(id, 15);
    await Promise.all([final(), final()]);
    expect(await statesOf(first)).toEqual(['deleted', 'removed']);
    expect(await statesOf(second)).toEqual(['deleted']);
    expect(await outcome(undo(one.id))).toBe('act-final');
    await undo(other.id);
    await final();
    expect(await statesOf(second)).toEqual(['deleted', 'shown']);
  });

  it('is not final with a lost appeal while another deletion holds that can be appealed', async () => {
    const poll = moderation.poll();
    const first = await act(poll, { act: 'delete' });
    const second = await act(poll, { act: 'delete' });
    await appeal(first.id);
    await answer((await moderation.view(first.caseId!)).acts[0]!.appeal!.id, SECOND, true);
    await daysLater(first.id, 15);
    await final();
    expect(await statesOf(poll)).not.toContain('removed');
    await daysLater(second.id, 15);
    await final();
    expect((await statesOf(poll)).at(-1)).toBe('removed');
  });

  it('that is final has no appeal, whatever the clock says', async () => {
    const poll = moderation.poll();
    const { id } = await act(poll, { act: 'delete' });
    await daysLater(id, 15);
    await final();
    await daysLater(id, 13);
    expect(await outcome(appeal(id))).toBe('appeal-too-late');
    expect(await sql('select 1 from appeals where act_id = $1', [id])).toEqual([]);
  });

  it('is final when its appeal is lost', async () => {
    const poll = moderation.poll();
    const { id, caseId } = await act(poll, { act: 'delete' });
    await appeal(id);
    await answer((await moderation.view(caseId!)).acts[0]!.appeal!.id, SECOND, true);
    expect(await statesOf(poll)).toEqual(['deleted', 'removed']);
  });
});
