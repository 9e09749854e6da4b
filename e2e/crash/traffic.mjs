import { randomBytes } from 'node:crypto';
import { ballotCode, decodeChoices, storedChoice } from '@inkling/contracts';

/** Kinds of polls, asked in turn. */
const KINDS = [{}, { method: 'multiple' }, { method: 'ranked' }, { sealed: true }];

/** What the server acknowledged. Only this must exist later; a request whose answer was lost may have worked or not. */
export class Acknowledged {
  /** Id -> what its author said about ballots */
  polls = new Map();
  /** `poll:user` -> what is stored of the choice, null in a sealed poll */
  votes = new Map();
  refused = [];
}

const UNREACHABLE = Symbol('unreachable');

/** One signed-in person. Cookies are kept by hand: Node's fetch has no jar. */
class Person {
  #cookie = '';

  constructor(origin) {
    this.origin = origin;
  }

  async call(method, path, body) {
    try {
      const response = await fetch(`${this.origin}${path}`, {
        method,
        headers: {
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...(this.#cookie ? { cookie: this.#cookie } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal: AbortSignal.timeout(30_000),
      });
      const set = response.headers.getSetCookie();
      if (set.length > 0) this.#cookie = set.map((cookie) => cookie.split(';')[0]).join('; ');
      const text = await response.text();
      return { status: response.status, body: text ? JSON.parse(text) : null };
    } catch {
      return { status: UNREACHABLE, body: null };
    }
  }

  async signUp(index) {
    const unique = `${randomBytes(5).toString('hex')}${index}`;
    const account = await this.call('POST', '/api/auth/signup', {
      email: `${unique}@example.org`,
      password: 'correct horse',
    });
    if (account.status !== 201)
      throw new Error(`Signing up was answered with ${String(account.status)}: ${JSON.stringify(account.body)}`);
    this.id = account.body.id;
    const access = this.#cookie;
    const profile = await this.call('POST', '/api/users/create-profile', {
      name: `Person ${index}`,
      username: `p${unique}`,
    });
    if (profile.status !== 200)
      throw new Error(`The profile was answered with ${String(profile.status)}: ${JSON.stringify(profile.body)}`);
    // Completing the profile renews only the access cookie.
    const refresh = access.split('; ').filter((cookie) => !this.#cookie.includes(cookie.split('=')[0]));
    this.#cookie = [this.#cookie, ...refresh].join('; ');
    return this;
  }
}

/** @returns {Promise<Person[]>} people with complete profiles */
export const signUpPeople = (origin, count) =>
  Promise.all(Array.from({ length: count }, (_, index) => new Person(origin).signUp(index)));

/**
 * Creates polls and votes on them as fast as the server answers, until the server is down or `until` resolves.
 * @param {Person[]} people
 * @param {Acknowledged} acknowledged filled as answers arrive
 */
export async function traffic(people, acknowledged, until) {
  let going = true;
  void until.then(() => {
    going = false;
  });
  const create = async (person, index) => {
    for (let n = 0; going; n++) {
      const answer = await person.call('POST', '/api/polls', {
        question: `Question ${index}.${n}?`,
        options: ['first', 'second', 'third'],
        ...KINDS[n % KINDS.length],
      });
      if (answer.status === UNREACHABLE) return;
      if (answer.status === 201) acknowledged.polls.set(answer.body.id, KINDS[n % KINDS.length]);
      else if (answer.status !== 503) acknowledged.refused.push(answer);
    }
  };
  const vote = async (person) => {
    const tried = new Set();
    while (going) {
      const pollId = [...acknowledged.polls.keys()].reverse().find((id) => !tried.has(id));
      if (pollId === undefined) {
        await new Promise((resolve) => setImmediate(resolve));
        continue;
      }
      tried.add(pollId);
      const { method = 'single', sealed } = acknowledged.polls.get(pollId);
      const first = (person.id + pollId) % 3;
      const choices = method === 'single' ? [first] : [first, (first + 2) % 3];
      const stored = storedChoice(method, ballotCode(choices));
      const answer = await person.call('POST', '/api/votes', { pollId, choices });
      if (answer.status === UNREACHABLE) return;
      if (answer.status === 200) acknowledged.votes.set(`${pollId}:${person.id}`, sealed ? null : stored);
      else if (answer.status !== 503) {
        // An earlier vote whose answer was lost in a crash.
        const known = sealed ? undefined : decodeChoices(method, stored);
        const again = answer.status === 409 && JSON.stringify(answer.body.choices) === JSON.stringify(known);
        if (!again) acknowledged.refused.push(answer);
      }
    }
  };
  await Promise.all([...people.slice(0, 3).map(create), ...people.slice(3).map(vote)]);
}
