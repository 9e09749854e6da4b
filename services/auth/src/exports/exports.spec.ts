import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXPORT_PARTS, exportsRpc, personalDataRpc, type ExportJob } from '@inkling/contracts';
import { tally } from '@inkling/testing';
import { Auth, newEmail, type SignedIn } from '../auth.spec-support.js';

const COUNTS = { polls: 1, votes: 2, comments: 3, media: 4 };

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start({ EXPORTS_PER_WEEK: '3', EXPORT_RETRY_MS: '1' });
});
afterAll(() => auth.stop());

const request = ({ account, session }: SignedIn) =>
  auth.rpc.call(exportsRpc.request, { userId: account.id, sessionId: session.sessionId });
const state = async ({ account }: SignedIn) => (await auth.rpc.call(exportsRpc.state, { userId: account.id })).export;
const file = ({ account, session }: SignedIn) =>
  auth.rpc.call(exportsRpc.file, { userId: account.id, sessionId: session.sessionId });
const claim = async (limit = 10) => (await auth.rpc.call(exportsRpc.claim, { limit })).jobs;
const progress = ({ id, token }: ExportJob) =>
  auth.rpc.call(exportsRpc.progress, { id, token, parts: ['polls'], counts: COUNTS, trouble: null });
const finish = ({ id, token }: ExportJob) => auth.rpc.call(exportsRpc.finish, { id, token, counts: COUNTS, size: 5 });
const fail = ({ id, token }: ExportJob) => auth.rpc.call(exportsRpc.fail, { id, token, trouble: 'store' });
/** Lets the leases and delays of all exports pass. */
const later = () => auth.rows(`update exports set due_at = now() - interval '1 second' where status <> 'removed'`);
/** The only job of somebody who has just asked. */
async function asked(): Promise<{ person: SignedIn; job: ExportJob }> {
  const person = await auth.signUp();
  await request(person);
  const job = (await claim()).find(({ userId }) => userId === person.account.id)!;
  return { person, job };
}

describe('the export of an account', () => {
  it('is one job, however often it is asked for at once', async () => {
    const person = await auth.signUp();
    expect(await tally(Array.from({ length: 8 }, () => request(person)))).toEqual({ ok: 8 });
    const jobs = (await claim()).filter(({ userId }) => userId === person.account.id);
    expect(jobs).toMatchObject([{ work: 'make', formerKeys: [] }]);
    expect(jobs[0]!.key).toMatch(/^export-[0-9a-f]{32}\.zip$/);
    expect(await claim()).toEqual([]);
  });

  it('is limited in a week, and says when the next one may be asked for', async () => {
    const person = await auth.signUp();
    for (let n = 0; n < 3; n += 1) {
      await request(person);
      await auth.rpc.call(exportsRpc.remove, { userId: person.account.id });
    }
    await expect(request(person)).rejects.toMatchObject({
      code: 'too-many-requests',
      extra: { retryAfter: expect.any(Number) },
    });
    await auth.rows(
      `update exports set requested_at = now() - interval '7 days' where id = (select min(id) from exports where account_id = $1)`,
      person.account.id,
    );
    expect((await request(person)).export).toMatchObject({ state: 'making', parts: [] });
  });

  it('shows the parts that are done, and then the file until its day', async () => {
    const { person, job } = await asked();
    expect(await progress(job)).toEqual({ continue: true });
    expect(await state(person)).toMatchObject({ state: 'making', parts: ['polls'], counts: COUNTS, size: null });
    await expect(file(person)).rejects.toMatchObject({ code: 'export-not-found', status: 404 });
    expect(await finish(job)).toEqual({ accepted: true });
    const ready = await state(person);
    expect(ready).toMatchObject({ state: 'ready', parts: [...EXPORT_PARTS], counts: COUNTS, size: 5, trouble: null });
    const days = (Date.parse(ready!.availableUntil!) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7.1);
    expect(await file(person)).toMatchObject({ key: job.key });
  });

  it('begins again with another object when its worker is killed, and the old claim counts for nothing', async () => {
    const { person, job } = await asked();
    await later();
    const again = (await claim()).find(({ userId }) => userId === person.account.id)!;
    expect(again).toMatchObject({ id: job.id, work: 'make', formerKeys: [job.key] });
    expect(again.key).not.toBe(job.key);
    expect([await progress(job), await finish(job)]).toEqual([{ continue: false }, { accepted: false }]);
    expect(await finish(again)).toEqual({ accepted: true });
    // A repeated call of the same claim changes nothing.
    expect(await finish(again)).toEqual({ accepted: false });
    expect(await file(person)).toMatchObject({ key: again.key });
  });

  it('is tried again after a failure, and has failed after a day', async () => {
    const { person, job } = await asked();
    await fail(job);
    expect(await state(person)).toMatchObject({ state: 'making', trouble: 'store' });
    await later();
    const second = (await claim()).find(({ id }) => id === job.id)!;
    await auth.rows(`update exports set requested_at = now() - interval '25 hours' where id = $1`, job.id);
    await fail(second);
    expect(await state(person)).toMatchObject({ state: 'failed', trouble: 'store' });
    expect((await request(person)).export).toMatchObject({ state: 'making', trouble: null });
  });

  it('is removed after its days, on request, and with the account', async () => {
    const [old, unwanted, gone] = [await asked(), await asked(), await asked()];
    for (const { job } of [old, unwanted, gone]) await finish(job);
    await auth.rows('update exports set due_at = now() where id = $1', old.job.id);
    await expect(file(old.person)).rejects.toMatchObject({ code: 'export-not-found' });
    await auth.rpc.call(exportsRpc.remove, { userId: unwanted.person.account.id });
    expect(await state(unwanted.person)).toBeNull();
    await auth.rows('delete from sessions where account_id = $1', gone.person.account.id);
    await auth.rows('delete from accounts where id = $1', gone.person.account.id);
    const jobs = await claim();
    for (const { job } of [old, unwanted, gone]) {
      const removal = jobs.find(({ id }) => id === job.id)!;
      expect(removal).toMatchObject({ work: 'remove', key: null, formerKeys: [job.key] });
      await auth.rpc.call(exportsRpc.removed, { id: removal.id, token: removal.token });
    }
    await later();
    const ids = (await claim()).map(({ id }) => id);
    expect([old, unwanted, gone].filter(({ job }) => ids.includes(job.id))).toEqual([]);
  });

  it('is asked for and downloaded only with a fresh proof, and only in an own session', async () => {
    const { person, job } = await asked();
    await finish(job);
    const stranger = await auth.signUp();
    const foreign = { account: person.account, session: stranger.session };
    for (const act of [request, file]) await expect(act(foreign)).rejects.toMatchObject({ code: 'unauthorized' });
    await auth.rows(
      `update sessions set proved_at = now() - interval '11 minutes' where id = $1`,
      person.session.sessionId,
    );
    for (const act of [request, file]) await expect(act(person)).rejects.toMatchObject({ code: 'proof-needed' });
    expect(await state(person)).toMatchObject({ state: 'ready' });
  });

  it('that is stopped while it is made tells its worker to stop', async () => {
    const { person, job } = await asked();
    await auth.rpc.call(exportsRpc.remove, { userId: person.account.id });
    expect(await progress(job)).toEqual({ continue: false });
    const foreign = { ...job, token: randomUUID() };
    expect(await finish(foreign)).toEqual({ accepted: false });
  });

  it('is announced by a mail that leads to the settings', async () => {
    const mailbox = await auth.openMailbox();
    const email = newEmail();
    const person = await auth.signUp(email);
    await request(person);
    await finish((await claim()).find(({ userId }) => userId === person.account.id)!);
    expect((await mailbox.until('export-ready', email)).link).toMatch(/\/settings$/);
  });

  it('holds no secret of the account', async () => {
    const { account } = await auth.signUp();
    const list = (collection: 'profile' | 'sessions') =>
      auth.rpc.call(personalDataRpc.auth, { userId: account.id, collection });
    const [profile, sessions] = [await list('profile'), await list('sessions')];
    expect(profile.entries).toMatchObject([{ id: account.id, email: account.email, hasPassword: true }]);
    expect(sessions.entries).toMatchObject([{ browser: 'spec', endedAt: null }]);
    expect(JSON.stringify([profile, sessions])).not.toMatch(/hash"|token|argon|\$/i);
  });
});
