import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { adminRpc, admissionRpc, authRpc } from '@inkling/contracts';
import { Nats, encodeReply, startService } from '@inkling/platform';
import { outcome, tally } from '@inkling/testing';
import { Community } from '../community.spec-support.js';
import { service } from '../index.js';
import { InvitationsService } from './invitations.service.js';

let community: Community;
/** The accounts that auth says it has, by the key of their place. */
const accounts = new Map<string, number>();
let auth: Nats;
beforeAll(async () => {
  community = await Community.start();
  auth = await Nats.connect({ servers: community.stack.nats.url, name: 'spec-auth' });
  auth.connection.subscribe(authRpc.invited.subject, {
    queue: 'auth',
    callback: (_, message) => {
      const found = [...accounts].map(([key, userId]) => ({ key, userId }));
      message.respond(encodeReply({ accounts: found }));
    },
  });
  await auth.connection.flush();
});
afterAll(async () => {
  await auth.connection.close();
  await community.stop();
});

let people = 0;
const member = () => ({ userId: (people += 1), administrator: false });
const administrator = () => ({ userId: (people += 1), administrator: true });
const { rpc } = { rpc: () => community.stack.rpc };
const invite = (maker: { userId: number; administrator: boolean }, uses = 1, days?: number) =>
  rpc().call(admissionRpc.invite, { ...maker, uses, ...(days === undefined ? {} : { days }) });
const redeem = (code: string, key = randomUUID(), operatorOnly = false) =>
  rpc().call(admissionRpc.redeem, { code, key, operatorOnly });
const preview = (code: string) => rpc().call(admissionRpc.preview, { code });

describe('an invitation', () => {
  it('is a code that says how many it lets in, and whose it is', async () => {
    const maker = member();
    const { code, until } = await invite(maker, 3, 7);
    expect(await preview(` ${code.toLowerCase().replaceAll('-', ' ')} `)).toEqual({
      makerId: maker.userId,
      uses: 3,
      left: 3,
      until,
    });
    expect(await outcome(preview('HARB-7Q2M-XD'))).toBe('invitation-not-found');
  });

  it('for one never lets in two, however many ask at once and of two replicas', async () => {
    const { code } = await invite(member());
    const other = await startService(service, { env: community.stack.env('community') });
    try {
      const results = await tally(Array.from({ length: 20 }, () => redeem(code)));
      expect(results).toEqual({ ok: 1, 'invitation-used-up': 19 });
    } finally {
      await other.stop();
    }
  });

  it('is redeemed once by one key, however often it is sent', async () => {
    const { code } = await invite(member(), 2);
    const key = randomUUID();
    for (let time = 0; time < 3; time += 1) expect(await redeem(code, key)).toEqual({});
    expect((await preview(code)).left).toBe(1);
  });

  it('gets its place back when the sign-up fails, and keeps it taken when it does not', async () => {
    const { code } = await invite(member(), 2);
    const [failed, worked] = [randomUUID(), randomUUID()];
    await redeem(code, failed);
    await redeem(code, worked);
    await rpc().call(admissionRpc.settle, { key: failed, userId: null });
    await rpc().call(admissionRpc.settle, { key: worked, userId: 7001 });
    await rpc().call(admissionRpc.settle, { key: worked, userId: null });
    expect((await preview(code)).left).toBe(1);
  });

  it('whose sign-up broke off gives the place back, unless auth has the account', async () => {
    const { code } = await invite(member(), 2);
    const [broken, created] = [randomUUID(), randomUUID()];
    await redeem(code, broken);
    await redeem(code, created);
    accounts.set(created, 7002);
    await community.get(InvitationsService).settleUndecided(600_000);
    expect(await outcome(preview(code))).toBe('invitation-used-up');
    await community.sql(`update invitation_uses set reserved_at = now() - interval '11 minutes'`);
    await community.get(InvitationsService).settleUndecided(600_000);
    expect((await preview(code)).left).toBe(1);
    const rows = await community.sql<{ user_id: number }>(
      'select user_id::int from invitation_uses where key in ($1, $2)',
      [broken, created],
    );
    expect(rows).toEqual([{ user_id: 7002 }]);
  });

  it('that ended or was withdrawn says so', async () => {
    const maker = member();
    const [old, withdrawn] = [await invite(maker, 1, 1), await invite(maker)];
    await community.sql('update invitations set until = now() where id = $1', [old.id]);
    await rpc().call(admissionRpc.withdraw, { ...maker, invitationId: withdrawn.id });
    await rpc().call(admissionRpc.withdraw, { ...maker, invitationId: withdrawn.id });
    for (const { code } of [old, withdrawn]) {
      expect(await outcome(preview(code))).toBe('invitation-ended');
      expect(await outcome(redeem(code))).toBe('invitation-ended');
    }
  });

  it('of somebody else can be withdrawn by administrators alone, and the log says so', async () => {
    const maker = member();
    const { id } = await invite(maker);
    expect(await outcome(rpc().call(admissionRpc.withdraw, { ...member(), invitationId: id }))).toBe(
      'invitation-not-found',
    );
    await rpc().call(admissionRpc.withdraw, { ...administrator(), invitationId: id });
    const [entry] = await community.sql(`select what, person_id::int from log_entries where person_id = $1`, [
      maker.userId,
    ]);
    expect(entry).toEqual({ what: 'invitation-revoked', person_id: maker.userId });
  });

  it('of a member is within what the operator allows, also when several are made at once', async () => {
    const maker = member();
    const made = await tally(Array.from({ length: 8 }, () => invite(maker)));
    expect(made).toEqual({ ok: 5, 'too-many-invitations': 3 });
    expect((await rpc().call(admissionRpc.invitations, maker)).left).toBe(0);
    // Withdrawn without a use, it is free again.
    const { invitations } = await rpc().call(admissionRpc.invitations, maker);
    await rpc().call(admissionRpc.withdraw, { ...maker, invitationId: invitations[0]!.id });
    expect((await rpc().call(admissionRpc.invitations, maker)).left).toBe(1);
    expect(await outcome(invite(administrator(), 100))).toBe('ok');
  });

  it('counts while sign-up is closed if an administrator or the operator made it', async () => {
    const [ordinary, one] = [await invite(member()), await invite(administrator())];
    const other = await rpc().call(adminRpc.invite, { uses: 1, days: 3 });
    expect(await outcome(redeem(ordinary.code, randomUUID(), true))).toBe('invitation-not-found');
    expect(await outcome(redeem(one.code, randomUUID(), true))).toBe('ok');
    expect(await outcome(redeem(other.code, randomUUID(), true))).toBe('ok');
  });
});
