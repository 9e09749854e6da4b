import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { each } from '../../demo/each.mts';
import { OPTIONS } from '../../load/k6/audience.mts';
import type { Person } from '../../load/k6/person.mts';

const VOTES_AT_ONCE = 6;

/** A vote that was acknowledged; `key` is its row: poll, user, option. */
interface Vote {
  key: string;
  sentAt: number;
  ackedAt: number;
}

/** People who make polls with pictures and vote on them, and remember what was acknowledged and when. */
export class Crowd {
  readonly people: readonly Person[];
  readonly votes: Vote[] = [];
  /** Paths of pictures -> checksum of what is served. */
  readonly pictures = new Map<string, string>();
  #stopped = false;
  #running = Promise.resolve();

  constructor(people: readonly Person[]) {
    this.people = people;
  }

  /** Begins to vote, without end. */
  start() {
    this.#stopped = false;
    this.#running = this.#run();
  }

  /** Ends with the answer to the last request. */
  async stop() {
    this.#stopped = true;
    await this.#running;
  }

  /** Waits until so many more votes are acknowledged. */
  async until(votes: number) {
    const target = this.votes.length + votes;
    while (this.votes.length < target) await Promise.race([delay(50), this.#running]);
  }

  async #run() {
    for (let round = 0; !this.#stopped; round += 1) {
      const author = this.people[round % this.people.length];
      const form = new FormData();
      form.set('question', `Rehearsal, round ${round}: when do you think best?`);
      form.set('options', JSON.stringify(OPTIONS));
      const background = { r: round % 256, g: 90, b: 60 };
      const picture = sharp({ create: { width: 64, height: 48, channels: 3, background } }).png();
      const bytes = new Uint8Array(await picture.toBuffer());
      form.set('media', new File([bytes], 'picture.png', { type: 'image/png' }));
      const { body: poll } = await author.send<{ id: number; media: string }>('POST', '/api/polls', form);
      this.pictures.set(poll.media, await checksum(author, poll.media));
      await each(this.people, VOTES_AT_ONCE, async (person) => {
        if (!this.#stopped) await this.#vote(person, poll.id);
      });
    }
  }

  async #vote(person: Person, pollId: number) {
    const optionIndex = (pollId + person.index) % OPTIONS.length;
    const sentAt = Date.now();
    try {
      await person.send('POST', '/api/votes', { pollId, optionIndex });
      this.votes.push({ key: `${pollId} ${person.id} ${optionIndex}`, sentAt, ackedAt: Date.now() });
    } catch {
      // Without an acknowledgement the row may be there or not.
    }
  }
}

/** @returns the checksum of what is served at a path, or the status of an error */
export async function checksum(person: Person, path: string): Promise<string> {
  const answer = await fetch(person.origin + path, {
    headers: { cookie: person.cookie },
    signal: AbortSignal.timeout(30_000),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.ok ? createHash('sha256').update(bytes).digest('hex') : String(answer.status);
}
