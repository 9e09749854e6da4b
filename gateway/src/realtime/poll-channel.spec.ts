import { afterEach, expect, it } from '@jest/globals';
import type { LiveComment } from '@inkling/contracts';
import { eventually } from '@inkling/testing';
import type { LiveSocket } from './live-socket.js';
import { PollChannel } from './poll-channel.js';

const channel = new PollChannel(1);
afterEach(() => channel.watchers.clear());

/** A socket that keeps what is written to it. */
function watcher(userId: number): string[] {
  const frames: string[] = [];
  const socket = { viewer: { userId }, write: (frame: Buffer) => frames.push(frame.toString()) };
  channel.watchers.set(socket as unknown as LiveSocket, false);
  return frames;
}

const comment = (id: number, hiddenFrom?: number[]): LiveComment => ({
  action: 'added',
  pollId: 1,
  comment: { id, pollId: 1, userId: 9, content: `Said ${id}.`, createdAt: '2026-11-22T10:00:00.000Z', user: null },
  ...(hiddenFrom && { hiddenFrom }),
});

it('a comment is written to everyone but those from whom it is hidden, and names none of them', async () => {
  const [all, none, later] = [watcher(1), watcher(2), watcher(3)];
  channel.takeComment(comment(11, [2]));
  await eventually(() => expect(all).toHaveLength(1));
  channel.takeComment(comment(12, [2, 3]));
  channel.takeComment(comment(13));
  await eventually(() => expect(none).toHaveLength(1));
  const told = (frames: string[]) => frames.join().match(/Said \d+/g);
  expect([told(all), told(none), told(later)]).toEqual([
    ['Said 11', 'Said 12', 'Said 13'],
    ['Said 13'],
    ['Said 11', 'Said 13'],
  ]);
  expect(all.join()).not.toContain('hiddenFrom');
});
