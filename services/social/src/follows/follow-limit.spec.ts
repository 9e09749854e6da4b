import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startService, type ApiError, type RunningService } from '@inkling/platform';
import { inWaves, outcome } from '@inkling/testing';
import { service } from '../index.js';
import { Social } from '../social.spec-support.js';

const PEOPLE = 300;

let social: Social;
let replica: RunningService;
beforeAll(async () => {
  social = await Social.start({ env: { FOLLOWS_PER_HOUR: '60' } });
  replica = await startService(service, { env: social.stack.env('social') });
  await social.people(1, PEOPLE + 10);
});
afterAll(async () => {
  await replica.stop();
  await social.stop();
});

const follows = async (userId: number): Promise<number> =>
  (await social.sql<{ n: number }>('select count(*)::int as n from follows where follower_id = $1', [userId]))[0]!.n;

describe('one person', () => {
  it('follows sixty people an hour over two replicas, however many follows arrive at once', async () => {
    const outcomes = await inWaves(PEOPLE, (n) => outcome(social.follow(1, n + 2)));
    expect(outcomes.filter((code) => code === 'ok')).toHaveLength(60);
    expect(outcomes.filter((code) => code === 'too-many-follows')).toHaveLength(PEOPLE - 60);
    expect(await follows(1)).toBe(60);
    expect(await social.wrongCounters()).toEqual([]);
    const refused = await social.follow(1, PEOPLE + 5).catch((error: unknown) => error as ApiError);
    expect(refused).toMatchObject({
      code: 'too-many-follows',
      status: 429,
      extra: { limit: 60, windowSeconds: 3_600 },
    });
    // Unfollowing stays possible, and makes no room.
    const [followed] = await social.sql<{ id: string }>('select following_id as id from follows where follower_id = 1');
    expect(await outcome(social.unfollow(1, Number(followed!.id)))).toBe('ok');
    expect(await outcome(social.follow(1, PEOPLE + 5))).toBe('too-many-follows');
  });

  it('uses nothing for a follow that exists already, or one that is refused', async () => {
    for (let time = 0; time < 3; time += 1) await social.follow(2, 3);
    expect(await outcome(social.follow(2, 2))).toBe('self-follow');
    expect(await social.sql('select used from person_limits where user_id = 2')).toEqual([{ used: 1 }]);
  });
});
