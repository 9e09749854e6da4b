/** The users during the faults: k6's people, their polls, and what the product acknowledged to them. */
import { each } from '../../demo/each.mts';
import { askPolls, deletePolls, gather } from '../../load/k6/audience.mts';
import { countOf, drive, type Traffic } from '../../load/k6/traffic.mts';
import type { Person } from '../../load/k6/person.mts';
import type { K6 } from '../../load/k6/find-k6.mts';

/** A session lasts ten minutes, so one that is this old still outlasts a run of k6. */
const SESSION_MS = 4 * 60_000;
const POLLS_EACH = 40;
const VUS = 40;
const READS_AT_ONCE = 8;

export interface Outcome {
  requests: number;
  unavailable: number;
  wrong: number;
  reasons: string[];
  refused: string[];
  p95: number;
  longest: number;
  served: number;
}

export class Crowd {
  readonly options: { origin: string; users: number; rate: number; dataDir: string };
  readonly k6: K6;
  #people: Person[] = [];
  #enteredAt = 0;
  polls: { id: number; author: Person }[] = [];
  votes = new Set<string>();
  likes = new Set<string>();
  comments: { poll: number; id: number }[] = [];
  votesOpen = 0;
  requests = 0;

  constructor(options: { origin: string; users: number; rate: number; dataDir: string }, k6: K6) {
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
   * Starts a run of k6 on new polls.
   * @param load default: the mix at a steady rate; `prepared` is awaited after its polls are created and before k6
   *   starts
   * @returns a function that waits for the end of the run
   */
  async traffic(
    durationMs: number,
    {
      kind = 'soak',
      vus = VUS,
      polls: count = POLLS_EACH,
      prepared,
    }: { kind?: string; vus?: number; polls?: number; prepared?: () => Promise<unknown> } = {},
  ): Promise<() => Promise<Outcome>> {
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
    // The caller awaits it later. After a failure, which votes were acknowledged is unknown.
    driven.catch(() => (this.votesOpen = Infinity));
    return async () => this.#outcome(await driven);
  }

  #outcome(traffic: Traffic) {
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
      reasons: traffic.notes.filter((note: string) => note.startsWith('wrong ')),
      refused: traffic.notes.filter((note: string) => note.startsWith('unavailable ')),
      p95: values['p(95)'] ?? 0,
      longest: values.max ?? 0,
      served: traffic.metrics.answers_ok?.values.rate ?? 0,
    };
  }

  /**
   * Looks for everything that was acknowledged, through the API.
   * @returns what is missing or inconsistent, one line each
   */
  async missing(): Promise<string[]> {
    this.#enteredAt = 0;
    const people = await this.people();
    const first = people[0] as Person;
    const own = new Set(this.polls.map(({ id }) => id));
    const faults: string[] = [];
    const cast = new Set<string>();
    const liked = new Set<string>();
    const counted = new Map<number, { total: number; options: number }>();
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
      const [person = 0, poll] = like.split(' ').map(Number);
      const { body } = await (people[person] as Person).send<{ userLiked: boolean }>('GET', `/api/polls/${poll}`);
      if (!body.userLiked) faults.push(`the like (user, poll) ${like} was acknowledged and is not there`);
    });
    const byPoll = [...Map.groupBy(this.comments, ({ poll }) => poll)];
    await each(byPoll, READS_AT_ONCE, async ([poll, comments]) => {
      const ids = new Set(await commentIds(first, poll));
      for (const { id } of comments)
        if (!ids.has(id)) faults.push(`comment ${id} on poll ${poll} was acknowledged and is not there`);
      const { commentsCount } = (await first.send<{ commentsCount: number }>('GET', `/api/polls/${poll}`)).body;
      if (commentsCount !== ids.size) faults.push(`poll ${poll} has ${ids.size} comments and counts ${commentsCount}`);
    });
    return faults;
  }

  /** Deletes the polls of all runs. */
  async leave() {
    this.#enteredAt = 0;
    const people = await this.people();
    await deletePolls(this.polls.map(({ id, author }) => ({ id, author: people[author.index] as Person })));
  }
}

interface VotedPoll {
  id: number;
  userVote: number;
  userLiked: boolean;
  votesCount: number;
  options: { votes: number }[];
}
interface VotedPage {
  polls: VotedPoll[];
  pagination: { nextCursor: string | null };
}

async function* votedPolls(person: Person) {
  for (let cursor = ''; ;) {
    const { polls, pagination } = (
      await person.send<VotedPage>('GET', `/api/users/me/voted-polls${cursor && `?cursor=${cursor}`}`)
    ).body;
    yield* polls;
    if (!pagination.nextCursor) return;
    cursor = pagination.nextCursor;
  }
}

async function commentIds(person: Person, poll: number) {
  const ids: number[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { body, headers }: { body: { id: number }[]; headers: Headers } = await person.send(
      'GET',
      `/api/polls/${poll}/comments${cursor && `?cursor=${cursor}`}`,
    );
    ids.push(...body.map(({ id }) => id));
    cursor = headers.get('x-next-cursor');
  }
  return ids;
}
