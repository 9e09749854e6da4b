/**
 * Everyone who uses the installation while parts of it go: k6's people, their polls, and what was acknowledged to them.
 */
import { askPolls, deletePolls, each, gather } from '../../load/k6/audience.mjs';
import { countOf, drive } from '../../load/k6/traffic.mjs';

/** A session is good for ten minutes: long enough for one run of k6 more. */
const SESSION_MS = 4 * 60_000;
const POLLS_EACH = 40;
const VUS = 40;
const READS_AT_ONCE = 8;

/**
 * @typedef {{ requests: number, unavailable: number, wrong: number, reasons: string[], refused: string[], p95: number,
 * longest: number, served: number }} Outcome
 */

export class Crowd {
  #people = [];
  #enteredAt = 0;
  polls = [];
  votes = new Set();
  likes = new Set();
  comments = [];
  votesOpen = 0;
  requests = 0;

  /**
   * @param {{ origin: string, users: number, rate: number, dataDir: string }} options @param
   * {import('../../load/k6/find-k6.mjs').K6} k6
   */
  constructor(options, k6) {
    this.options = options;
    this.k6 = k6;
  }

  /** People whose sessions are fresh; all parts must be up. */
  async people() {
    if (Date.now() - this.#enteredAt > SESSION_MS) {
      this.#people = await gather(this.options);
      this.#enteredAt = Date.now();
    }
    return this.#people;
  }

  /**
   * Lets k6 go on for a while, on polls of its own.
   * @param {number} durationMs
   * @param {{ kind?: string, vus?: number, polls?: number, prepared?: () => Promise<unknown> }} [load] default: the mix
   *   at a steady rate;
   *   `prepared` is awaited between the making of its polls and its start
   * @returns {Promise<() => Promise<Outcome>>} once it is about to start; the promise inside settles when it has ended
   */
  async traffic(durationMs, { kind = 'soak', vus = VUS, polls: count = POLLS_EACH, prepared } = {}) {
    const people = await this.people();
    const polls = await askPolls(people, count);
    this.polls.push(...polls);
    await prepared?.();
    const load = {
      kind,
      origin: this.options.origin,
      durationMs,
      vus: Math.min(vus, people.length),
      rate: this.options.rate,
      limits: { p95: 60_000, failed: 1 },
    };
    const driven = drive(this.k6, load, { people, polls }, { ledger: true, quiet: true });
    // Awaited later; a failure meanwhile must not end the program. What was acknowledged is not known then.
    driven.catch(() => (this.votesOpen = Infinity));
    return async () => this.#outcome(await driven);
  }

  #outcome(traffic) {
    for (const note of traffic.notes) {
      const [kind, first = '', second = ''] = note.split(' ');
      if (kind === 'vote') this.votes.add(`${first} ${second}`);
      if (kind === 'like') this.likes.add(`${first} ${second}`);
      if (kind === 'comment') this.comments.push({ poll: Number(first), id: Number(second) });
    }
    this.votesOpen += countOf(traffic, 'votes_open');
    const values = traffic.metrics.http_req_duration?.values ?? {};
    const requests = countOf(traffic, 'http_reqs');
    this.requests += requests;
    return {
      requests,
      unavailable: countOf(traffic, 'answers_unavailable'),
      wrong: countOf(traffic, 'answers_wrong'),
      reasons: traffic.notes.filter((note) => note.startsWith('wrong ')),
      refused: traffic.notes.filter((note) => note.startsWith('unavailable ')),
      p95: values['p(95)'] ?? 0,
      longest: values.max ?? 0,
      served: traffic.metrics.answers_ok?.values.rate ?? 0,
    };
  }

  /**
   * Everything that was acknowledged, looked for through the API.
   * @returns {Promise<string[]>} what is missing or does not add up, one line each
   */
  async missing() {
    this.#enteredAt = 0;
    const people = await this.people();
    const own = new Set(this.polls.map(({ id }) => id));
    const faults = [];
    const cast = new Set();
    const liked = new Set();
    const counted = new Map();
    await each(people, READS_AT_ONCE, async (person) => {
      for await (const poll of votedPolls(person)) {
        if (!own.has(poll.id)) continue;
        cast.add(`${person.index} ${poll.id}`);
        if (poll.userVote !== (poll.id + person.index) % poll.options.length)
          faults.push(`the vote of user ${person.id} on poll ${poll.id} is another than was cast`);
        if (poll.userLiked) liked.add(`${person.index} ${poll.id}`);
        counted.set(poll.id, {
          total: poll.votesCount,
          options: poll.options.reduce((sum, { votes }) => sum + votes, 0),
        });
      }
    });
    for (const vote of this.votes)
      if (!cast.has(vote)) faults.push(`the vote (user, poll) ${vote} was acknowledged and is not there`);
    const rows = Map.groupBy([...cast], (pair) => Number(pair.split(' ')[1]));
    for (const [poll, { total, options }] of counted) {
      const votes = rows.get(poll)?.length ?? 0;
      if (total !== votes || options !== votes)
        faults.push(`poll ${poll} has ${votes} votes and counts ${total}, its options ${options}`);
    }
    if (cast.size > this.votes.size + this.votesOpen)
      faults.push(
        `${cast.size} votes are there, of which ${this.votes.size} were acknowledged and ${this.votesOpen} left open`,
      );
    const unseen = [...this.likes].filter((like) => !liked.has(like));
    await each(unseen, READS_AT_ONCE, async (like) => {
      const [person, poll] = like.split(' ').map(Number);
      const { body } = await people[person].send('GET', `/api/polls/${poll}`);
      if (!body.userLiked) faults.push(`the like (user, poll) ${like} was acknowledged and is not there`);
    });
    const byPoll = [...Map.groupBy(this.comments, ({ poll }) => poll)];
    await each(byPoll, READS_AT_ONCE, async ([poll, comments]) => {
      const ids = new Set(await commentIds(people[0], poll));
      for (const { id } of comments)
        if (!ids.has(id)) faults.push(`comment ${id} on poll ${poll} was acknowledged and is not there`);
      const { commentsCount } = (await people[0].send('GET', `/api/polls/${poll}`)).body;
      if (commentsCount !== ids.size) faults.push(`poll ${poll} has ${ids.size} comments and counts ${commentsCount}`);
    });
    return faults;
  }

  /** Takes the polls of all traffic away again. */
  async leave() {
    this.#enteredAt = 0;
    const people = await this.people();
    await deletePolls(this.polls.map(({ id, author }) => ({ id, author: people[author.index] })));
  }
}

async function* votedPolls(person) {
  for (let cursor = ''; ;) {
    const { polls, pagination } = (
      await person.send('GET', `/api/users/me/voted-polls${cursor && `?cursor=${cursor}`}`)
    ).body;
    yield* polls;
    if (!pagination.nextCursor) return;
    cursor = pagination.nextCursor;
  }
}

async function commentIds(person, poll) {
  const ids = [];
  for (let cursor = ''; cursor !== null;) {
    const { body, headers } = await person.send('GET', `/api/polls/${poll}/comments${cursor && `?cursor=${cursor}`}`);
    ids.push(...body.map(({ id }) => id));
    cursor = headers.get('x-next-cursor');
  }
  return ids;
}
