import { Logger } from '@nestjs/common';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@inkling/testing';
import type { LiveNotices } from '../live/live-notices.js';
import { NOTHING, type Fold } from './fold.js';
import type { FollowNotices } from './follow-notices.js';
import type { ChangeGroup, ChangeKind, NoticeChanges, WaitingGroup } from './notice-changes.repository.js';
import { NoticeWorker } from './notice-worker.js';
import type { PollNotices } from './poll-notices.js';
import type { PollRemoval } from './poll-removal.js';
import type { BatchFold, VoteBatches } from './vote-batch.js';
import { VoteWorker } from './vote-worker.js';

/** The queue of changes, and who folds them. */
class Queue {
  readonly groups = new Map<number, WaitingGroup>();
  looks = 0;
  folded: WaitingGroup[] = [];
  atOnce = 0;
  most = 0;

  add(count: number, kind: ChangeKind = 'like', from = 1): void {
    for (let objectId = from; objectId < from + count; objectId++)
      this.groups.set(objectId, { recipientId: 7, kind, objectId, age: 5 });
  }

  waiting = async (what: 'votes' | 'others', limit: number): Promise<WaitingGroup[]> => {
    this.looks += 1;
    return [...this.groups.values()].filter(({ kind }) => (kind === 'vote') === (what === 'votes')).slice(0, limit);
  };

  batches: number[] = [];
  /** Votes that are more than votes to be added. */
  alone = (_group: WaitingGroup): boolean => false;
  foldBatch = async (groups: readonly WaitingGroup[]): Promise<BatchFold> => {
    this.batches.push(groups.length);
    await new Promise((resolve) => setImmediate(resolve));
    const alone = groups.filter(this.alone);
    for (const group of groups) if (!alone.includes(group)) this.groups.delete(group.objectId);
    return { told: [], alone };
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
  beforeAll(() => Logger.overrideLogger(false));
  let queue: Queue;
  let workers: readonly [NoticeWorker, VoteWorker];
  const start = (): void => workers.forEach((worker) => worker.onApplicationBootstrap());
  beforeEach(() => {
    queue = new Queue();
    const nobody = { fold: () => Promise.reject(new Error('not of this kind')) };
    const changes = queue as unknown as NoticeChanges;
    const live = { changed: jest.fn() } as unknown as LiveNotices;
    const config = { VOTE_NOTICE_MIN_VOTERS: 5, NOTICE_INTERVAL_MS: 1_000 };
    const notices = new NoticeWorker(
      changes,
      { fold: queue.fold } as unknown as PollNotices,
      nobody as unknown as FollowNotices,
      nobody as unknown as PollRemoval,
      live,
      config,
    );
    workers = [
      notices,
      new VoteWorker(changes, { fold: queue.foldBatch } as unknown as VoteBatches, notices, live, config),
    ];
  });
  afterEach(() => Promise.all(workers.map((worker) => worker.beforeApplicationShutdown())));

  it('is worked through with few looks, each group once, four at a time', async () => {
    queue.add(1_000);
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(queue.folded.map(({ objectId }) => objectId).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 1_000 }, (_, index) => index + 1),
    );
    // One for 200 of them; the last ones find nothing, nor do those for votes.
    expect(queue.looks).toBeLessThan(20);
    expect(queue.most).toBe(4);
  });

  it('lets a group count as old as it is when its turn comes', async () => {
    queue.add(150);
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    const ages = queue.folded.map(({ age }) => age);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(5);
    expect(ages.at(-1)).toBeGreaterThan(ages[0]!);
  });

  it('takes votes many at a time', async () => {
    queue.add(1_000, 'vote');
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(queue.batches.length).toBe(8);
    expect(Math.max(...queue.batches)).toBe(128);
    expect(queue.folded).toEqual([]);
  });

  it('takes votes one by one that are more than votes to be added, once each and in turns with others', async () => {
    queue.add(300, 'vote');
    queue.alone = ({ objectId }) => objectId % 2 === 0;
    start();
    await eventually(() => expect(queue.folded.length).toBeGreaterThan(0));
    queue.add(20, 'like', 1_001);
    workers[0].wakeSoon();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(
      queue.folded
        .filter(({ kind }) => kind === 'vote')
        .map(({ objectId }) => objectId)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 150 }, (_, index) => 2 * index + 2));
    expect(queue.folded.filter(({ kind }) => kind === 'like').length).toBe(20);
  });

  it('takes the votes of a batch one by one that could not be folded together', async () => {
    queue.add(200, 'vote');
    queue.alone = () => {
      throw new Error('One of these cannot be written');
    };
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect([queue.folded.length, queue.postponed.length]).toEqual([200, 0]);
  });

  it('leaves the votes of a batch where they are while the database is away', async () => {
    queue.add(200, 'vote');
    let away = 3;
    queue.alone = () => {
      if (away-- > 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return false;
    };
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect([queue.folded, queue.postponed]).toEqual([[], []]);
  });
});
