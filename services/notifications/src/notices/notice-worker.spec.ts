import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@inkling/testing';
import type { LiveNotices } from '../live/live-notices.js';
import { NOTHING, type Fold } from './fold.js';
import type { FollowNotices } from './follow-notices.js';
import type { ChangeGroup, NoticeChanges, WaitingGroup } from './notice-changes.repository.js';
import { NoticeWorker } from './notice-worker.js';
import type { PollNotices } from './poll-notices.js';
import type { PollRemoval } from './poll-removal.js';

/** The queue of changes, and who folds them. */
class Queue {
  readonly groups = new Map<number, WaitingGroup>();
  looks = 0;
  folded: WaitingGroup[] = [];
  atOnce = 0;
  most = 0;

  add(count: number): void {
    for (let objectId = 1; objectId <= count; objectId++) this.groups.set(objectId, { recipientId: 7, kind: 'vote', objectId, age: 5 });
  }

  waiting = async (limit: number): Promise<WaitingGroup[]> => {
    this.looks += 1;
    return [...this.groups.values()].slice(0, limit);
  };

  fold = async (group: WaitingGroup): Promise<Fold> => {
    this.most = Math.max(this.most, ++this.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    this.folded.push(group);
    this.groups.delete(group.objectId);
    this.atOnce -= 1;
    return NOTHING;
  };

  postponed: ChangeGroup[] = [];
  postpone = async (group: ChangeGroup): Promise<void> => {
    this.postponed.push(group);
    this.groups.delete(group.objectId);
  };
}

describe('the queue of notices', () => {
  let queue: Queue;
  let worker: NoticeWorker;
  beforeEach(() => {
    queue = new Queue();
    const nobody = { fold: () => Promise.reject(new Error('not of this kind')) };
    worker = new NoticeWorker(queue as unknown as NoticeChanges, { fold: queue.fold } as unknown as PollNotices, nobody as unknown as FollowNotices, nobody as unknown as PollRemoval, { changed: jest.fn() } as unknown as LiveNotices, {
      VOTE_NOTICE_MIN_VOTERS: 5,
      NOTICE_INTERVAL_MS: 1_000,
    });
  });
  afterEach(() => worker.beforeApplicationShutdown());

  it('is worked through with few looks, each group once, four at a time', async () => {
    queue.add(1_000);
    worker.onApplicationBootstrap();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(queue.folded.map(({ objectId }) => objectId).sort((a, b) => a - b)).toEqual(Array.from({ length: 1_000 }, (_, index) => index + 1));
    // One for 200 of them; the last ones find nothing.
    expect(queue.looks).toBeLessThan(10);
    expect(queue.most).toBe(4);
  });

  it('lets a group count as old as it is when its turn comes', async () => {
    queue.add(150);
    worker.onApplicationBootstrap();
    await eventually(() => expect(queue.groups.size).toBe(0));
    const ages = queue.folded.map(({ age }) => age);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(5);
    expect(ages.at(-1)).toBeGreaterThan(ages[0]!);
  });
});
