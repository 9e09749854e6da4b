import { Logger } from '@nestjs/common';
import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { NotificationsConfig } from '../config.js';
import { eventually } from '@inkling/testing';
import type { AudienceRemoval } from './audience-removal.js';
import type { BlockRemoval } from './block-removal.js';
import type { LiveNotifications, Recipient } from '../list/live-notifications.js';
import { NOTHING, type MergeResult } from './merge-result.js';
import type { FollowMerger } from './follow-merger.js';
import type { ChangeGroup, ChangeKind, ChangeQueue, WaitingGroup } from './change-queue.repository.js';
import { ChangeWorker } from './change-worker.js';
import type { ReactionMerger } from './reaction-merger.js';
import type { PollRemoval } from './poll-removal.js';
import type { VoteMerger } from './vote-merger.js';
import { VoteWorker } from './vote-worker.js';

/** A queue of changes in memory, with mergers that empty it. */
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
  /** Throws where a spec wants a batch to fail. */
  beforeBatch = (_groups: readonly WaitingGroup[]): void => undefined;
  mergeBatch = async (groups: readonly WaitingGroup[]): Promise<Recipient[]> => {
    this.batches.push(groups.length);
    await new Promise((resolve) => setImmediate(resolve));
    this.beforeBatch(groups);
    for (const group of groups) this.groups.delete(group.objectId);
    return [];
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
  retry = async (group: ChangeGroup): Promise<void> => {
    this.postponed.push(group);
    this.groups.delete(group.objectId);
  };
}

describe('the queue of changes', () => {
  beforeAll(() => Logger.overrideLogger(false));
  let queue: Queue;
  let workers: readonly [ChangeWorker, VoteWorker];
  const start = (): void => workers.forEach((worker) => worker.onApplicationBootstrap());
  beforeEach(() => {
    queue = new Queue();
    const nobody = { merge: () => Promise.reject(new Error('not of this kind')) };
    const changes = queue as unknown as ChangeQueue;
    const live = { notify: jest.fn() } as unknown as LiveNotifications;
    const config = NotificationsConfig.parse({});
    workers = [
      new ChangeWorker(
        changes,
        { merge: queue.merge } as unknown as ReactionMerger,
        nobody as unknown as FollowMerger,
        nobody as unknown as PollRemoval,
        nobody as unknown as BlockRemoval,
        nobody as unknown as AudienceRemoval,
        live,
        config,
      ),
      new VoteWorker(changes, { merge: queue.mergeBatch } as unknown as VoteMerger, live, config),
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

  it('gives a group its age at the time when it is merged', async () => {
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

  it('merges the votes of a failed batch one poll at a time, once each and in turns with other batches', async () => {
    queue.add(300, 'vote');
    queue.beforeBatch = (groups) => {
      if (groups.length > 1 && groups.some(({ objectId }) => objectId <= 128)) throw new Error('Cannot be written');
    };
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(queue.batches.toSorted((a, b) => b - a)).toEqual([128, 128, 44, ...Array<number>(128).fill(1)]);
    // The last batch did not wait for all of the single ones.
    expect(queue.batches.indexOf(44)).toBeLessThan(10);
    expect(queue.postponed).toEqual([]);
  });

  it('postpones only the votes of a failed batch that cannot be merged alone', async () => {
    queue.add(200, 'vote');
    queue.beforeBatch = (groups) => {
      if (groups.some(({ objectId }) => objectId === 7)) throw new Error('Cannot be written');
    };
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect(queue.postponed.map(({ objectId }) => objectId)).toEqual([7]);
  });

  it('leaves the votes of a batch where they are while the database is away', async () => {
    queue.add(200, 'vote');
    let away = 3;
    queue.beforeBatch = () => {
      if (away-- > 0) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    };
    start();
    await eventually(() => expect(queue.groups.size).toBe(0));
    expect([queue.merged, queue.postponed, Math.min(...queue.batches)]).toEqual([[], [], 72]);
  });
});
