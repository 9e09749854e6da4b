import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  RIGHTS_SUBJECT,
  adminRpc,
  authRpc,
  roleChanged,
  type EventData,
  type Role,
  type RightsChanged,
} from '@inkling/contracts';
import { eventually, outcome } from '@inkling/testing';
import { Auth, claimsOf, newEmail } from '../auth.spec-support.js';

let auth: Auth;
beforeAll(async () => {
  auth = await Auth.start();
});
afterAll(() => auth.stop());

const setRole = (user: string, role: Role) => auth.rpc.call(adminRpc.setRole, { user, role });
const events = async () =>
  (
    await auth.rows<{ payload: string }>(
      'select payload::text from outbox where subject = $1 order by id',
      roleChanged.type,
    )
  ).map(({ payload }) => (JSON.parse(payload) as { data: EventData<typeof roleChanged> }).data);

describe('a change of role', () => {
  it('outdates the tokens in use everywhere, and signs nobody out', async () => {
    const changes = auth.listen<RightsChanged>(RIGHTS_SUBJECT);
    const email = newEmail();
    const person = await auth.signUp(email);
    const userId = person.account.id;
    expect(claimsOf(person.session.accessToken)).not.toHaveProperty('role');
    expect(claimsOf(person.session.accessToken)).not.toHaveProperty('rightsVersion');
    await setRole(email, 'moderator');
    await changes.until((change) => change.userId === userId && change.rightsVersion === 1);
    const moderator = await auth.refresh(person);
    expect(claimsOf(moderator.session.accessToken)).toMatchObject({ role: 'moderator', rightsVersion: 1 });
    await setRole(email, 'member');
    await changes.until((change) => change.userId === userId && change.rightsVersion === 2 && !change.suspended);
    const claims = claimsOf((await auth.refresh(moderator)).session.accessToken);
    expect(claims).toMatchObject({ rightsVersion: 2 });
    expect(claims).not.toHaveProperty('role');
    const { rights } = await auth.rpc.call(authRpc.revokedSessions, {});
    expect(rights).toContainEqual({ userId, rightsVersion: 2, suspended: false });
    changes.stop();
  });

  it('is published once, and announced again by the event, should its process have ended first', async () => {
    const changes = auth.listen<RightsChanged>(RIGHTS_SUBJECT);
    const email = newEmail();
    const { account } = await auth.signUp(email);
    for (let time = 0; time < 3; time += 1) await setRole(email, 'administrator');
    const mine = (await events()).filter(({ userId }) => userId === account.id);
    expect(mine).toEqual([{ userId: account.id, role: 'administrator', before: 'member', byId: null }]);
    // Three by the calls, and one by the event.
    await eventually(() =>
      expect(changes.messages.filter(({ userId }) => userId === account.id).length).toBeGreaterThanOrEqual(4),
    );
    changes.stop();
  });

  it('of somebody who is not there is user-not-found', async () => {
    expect(await outcome(setRole('nobody@example.org', 'moderator'))).toBe('user-not-found');
  });
});
