import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import sharp from 'sharp';
import { OPTIONS, each, gather } from '../../load/k6/audience.mts';

const VOTES_AT_ONCE = 6;

/** @typedef {{ key: string, sentAt: number, ackedAt: number }} Vote `key` is its row: poll, user, option */

/** People who make polls with pictures and vote on them, and remember what was acknowledged and when. */
export class Crowd {
  /** @type {Vote[]} */
  votes = [];
  /** Pictures by their path, with the checksum of what is served. @type {Map<string, string>} */
  pictures = new Map();
  /** Requests that were not acknowledged: the row may be there or not. */
  open = new Set();
  #stopped = false;
  #running = Promise.resolve();

  /** @param {import('../../load/k6/person.mts').Person[]} people */
  constructor(people) {
    this.people = people;
  }

  /** @param {{ origin: string, users: number, folder: string }} options */
  static async gather({ origin, users, folder }) {
    return new Crowd(await gather({ origin, users, dataDir: folder }));
  }

  /** Begins to vote, without end. */
  start() {
    this.#stopped = false;
    this.#running = this.#go();
  }

  /** @returns {Promise<void>} once the last request is answered */
  async stop() {
    this.#stopped = true;
    await this.#running;
  }

  /** @param {number} votes how many more are to be acknowledged first */
  async until(votes) {
    const target = this.votes.length + votes;
    while (this.votes.length < target) await Promise.race([delay(50), this.#running]);
  }

  async #go() {
    for (let round = 0; !this.#stopped; round += 1) {
      const author = this.people[round % this.people.length];
      const form = new FormData();
      form.set('question', `Rehearsal, round ${round}: when do you think best?`);
      form.set('options', JSON.stringify(OPTIONS));
      const colour = { r: round % 256, g: 90, b: 60 };
      const picture = await sharp({ create: { width: 64, height: 48, channels: 3, background: colour } })
        .png()
        .toBuffer();
      form.set('media', new File([picture], 'picture.png', { type: 'image/png' }));
      const { body: poll } = await author.send('POST', '/api/polls', form);
      this.pictures.set(poll.media, await checksum(author, poll.media));
      await each(this.people, VOTES_AT_ONCE, (person) => (this.#stopped ? undefined : this.#vote(person, poll.id)));
    }
  }

  async #vote(person, pollId) {
    const optionIndex = (pollId + person.index) % OPTIONS.length;
    const key = `${pollId} ${person.id} ${optionIndex}`;
    const sentAt = Date.now();
    try {
      await person.send('POST', '/api/votes', { pollId, optionIndex });
      this.votes.push({ key, sentAt, ackedAt: Date.now() });
    } catch {
      this.open.add(key);
    }
  }
}

/**
 * @param {import('../../load/k6/person.mts').Person} person @param {string} path @returns {Promise<string>} of what is
 * served
 */
export async function checksum(person, path) {
  const answer = await fetch(person.origin + path, {
    headers: { cookie: person.cookie },
    signal: AbortSignal.timeout(30_000),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return answer.ok ? createHash('sha256').update(bytes).digest('hex') : String(answer.status);
}
