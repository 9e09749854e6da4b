import { Logger } from '@nestjs/common';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NotificationsConfig } from '../config.js';
import { eventually } from '@inkling/testing';
import type { LiveNotifications } from '../list/live-notifications.js';
import { NOTHING, type MergeResult } from './merge-result.js';
import type { FollowMerger } from './follow-merger.js';
import type { ChangeGroup, ChangeKind, ChangeQueue, WaitingGroup } from './change-queue.repository.js';
import { ChangeWorker } from './change-worker.js';
import type { ReactionMerger } from './reaction-merger.js';
import type { PollRemoval } from './poll-removal.js';
import type { BatchResult, VoteMerger } from './vote-merger.js';
import { VoteWorker } from './vote-worker.js';

/** The queue of changes, and who merges them. */
class Queue {
  readonly groups = new Map<number, WaitingGroup>();
  looks = 0;
  merged: WaitingGroup[] = [];
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
  mergeBatch = async (groups: readonly WaitingGroup[]): Promise<BatchResult> => {
    this.batches.push(groups.length);
    await new Promise((resolve) => setImmediate(resolve));
    const alone = groups.filter(this.alone);
    for (const group of groups) if (!alone.includes(group)) this.groups.delete(group.objectId);
    return { recipients: [], alone };
  };

  merge = async (group: WaitingGroup): Promise<MergeResult> => {
    this.most = Math.max(this.most, ++this.atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    this.merged.push(group);
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
  let workers: readonly [ChangeWorker, VoteWorker];
  const start = (): void => workers.forEach((worker) => worker.onApplicationBootstrap());
  beforeEach(() => {
    queue = new Queue();
    const nobody = { merge: () => Promise.reject(new Error('not of this kind')) };
    const changes = queue as unknown as ChangeQueue;
    const live = { changed: jest.fn() } as unknown as LiveNotifications;
    const config = NotificationsConfig.parse({});
    const changeWorker = new ChangeWorker(
      changes,
      { merge: queue.merge } as unknown as ReactionMerger,
      nobody as unknown as FollowMerger,
      nobody as unknown as PollRemoval,
      live,
      config,
    );
    workers = [
      changeWorker,
      new VoteWorker(changes, { merge: queue.mergeBatch } as unknown as VoteMerger, changeWorker, live, config),
    ];
  });
  afterEach(() => Promise.all(workers.map((worker) => worker.beforeApplicationShutdown())));

  it('is worked through with few looks, each group once, four at a time', async () => {
    queue.add(1_000);
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(queue.merged.map(({ objectId }) => objectId).sort((a, b) => a - b)).toEqual(
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
    const ages = queue.merged.map(({ age }) => age);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(5);
    expect(ages.at(-1)).toBeGreaterThan(ages[0]!);
  });

  it('takes votes many at a time', async () => {
    queue.add(1_000, 'vote');
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(queue.batches.length).toBe(8);
    expect(Math.max(...queue.batches)).toBe(128);
    expect(queue.merged).toEqual([]);
  });

  it('takes votes one by one that are more than votes to be added, once each and in turns with others', async () => {
    queue.add(300, 'vote');
    queue.alone = ({ objectId }) => objectId % 2 === 0;
    start();
    await eventually(() => expect(queue.merged.length).toBeGreaterThan(0));
    queue.add(20, 'like', 1_001);
    workers[0].wakeSoon();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(
      queue.merged
        .filter(({ kind }) => kind === 'vote')
        .map(({ objectId }) => objectId)
        .sort((a, b) => a - b),
    ).toEqual(Array.from({ length: 150 }, (_, index) => 2 * index + 2));
    expect(queue.merged.filter(({ kind }) => kind === 'like').length).toBe(20);
  });

  it('takes the votes of a batch one by one that could not be merged together', async () => {
    queue.add(200, 'vote');
    queue.alone = () => {
      throw new Error('One of these cannot be written');
    };
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect([queue.merged.length, queue.postponed.length]).toEqual([200, 0]);
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
    expect([queue.merged, queue.postponed]).toEqual([[], []]);
  });
});
