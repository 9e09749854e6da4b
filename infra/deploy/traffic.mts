/** Those who use an installation while it is deployed: a rate of requests, sockets that stay open, votes that count. */
import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { each } from '../demo/each.mts';
import { askPolls, countVotes, gather } from '../load/k6/audience.mts';
import { SocketClient } from '../load/sockets/socket-client.mts';
import type { Person } from '../load/k6/person.mts';

const USERS = 20;
const POLLS = 60;
const ANSWER_MS = 30_000;
const RECONNECT_MS = 200;
/** Of this many requests one is a vote, while there is one left to cast. */
const VOTE_EVERY = 8;
const SHOWN = 5;

/** A request that was answered with anything but a success, or not at all. */
export interface Failure {
  /** Milliseconds since 1970. */
  at: number;
  /** 0 without an answer. */
  status: number;
  /** For people. */
  line: string;
}

export interface Figures {
  requests: number;
  failures: Failure[];
  /** Asked a second time, as browsers do, since a kept connection had just been closed. */
  again: number;
  slowestMs: number;
  reconnects: number;
  longestReconnectMs: number;
}

interface Answered {
  /** 0 without an answer. */
  status: number;
  reason?: string;
}

export class Traffic {
  readonly options: { origin: string; rate: number; sockets: number; dataDir: string };
  readonly port;
  #ending = false;
  #figures: Figures = this.#none();
  #loops: Promise<void>[] = [];
  #people: Person[] = [];
  #polls: Awaited<ReturnType<typeof askPolls>> = [];
  #turn = 0;
  #cast = 0;
  #acknowledged = 0;
  #kept = new Agent({ keepAlive: true, maxSockets: 40 });
  #open = 0;

  constructor(options: { origin: string; rate: number; sockets: number; dataDir: string }) {
    this.options = options;
    this.port = Number(new URL(options.origin).port);
  }

  #none(): Figures {
    return { requests: 0, failures: [], again: 0, slowestMs: 0, reconnects: 0, longestReconnectMs: 0 };
  }

  /** Accounts, polls and sockets are there when it resolves, and requests have begun. */
  async begin() {
    const { origin, sockets, dataDir } = this.options;
    this.#people = await gather({ origin, users: USERS, dataDir });
    this.#polls = await askPolls(this.#people, POLLS);
    const places = Array.from({ length: sockets }, (_, n) => n);
    await each(places, 20, (n) => this.#hold(this.#people[n % USERS] as Person));
    this.#loops.push(this.#ask());
  }

  /** What has happened since the last time that this was called. */
  figures(): Figures {
    const now = this.#figures;
    this.#figures = this.#none();
    return now;
  }

  /** Sockets that are open now. */
  get open() {
    return this.#open;
  }

  /** @returns what is not as was acknowledged */
  async end(): Promise<string[]> {
    this.#ending = true;
    await Promise.all(this.#loops);
    this.#kept.destroy();
    this.#people = await gather({ origin: this.options.origin, users: USERS, dataDir: this.options.dataDir });
    const fresh = this.#polls.map(({ id, author }) => ({ id, author: this.#people[author.index] as Person }));
    const counted = [...(await countVotes(fresh)).values()].reduce((sum, votes) => sum + votes, 0);
    const line = `${this.#acknowledged} votes were acknowledged, and ${counted} are counted.`;
    console.log(line);
    return counted < this.#acknowledged ? [line] : [];
  }

  async #ask() {
    const every = 1_000 / this.options.rate;
    const underWay = new Set();
    const start = Date.now();
    for (let n = 0; !this.#ending; n += 1) {
      const one = this.#one().finally(() => underWay.delete(one));
      underWay.add(one);
      await delay(Math.max(0, start + (n + 1) * every - Date.now()));
    }
    await Promise.all(underWay);
  }

  async #one() {
    this.#turn += 1;
    const turn = this.#turn;
    if (turn % VOTE_EVERY === 0 && this.#cast < USERS * POLLS) {
      const person = this.#people[this.#cast % USERS] as Person;
      const poll = this.#polls[Math.floor(this.#cast / USERS)] as { id: number };
      this.#cast += 1;
      const body = JSON.stringify({ pollId: poll.id, optionIndex: person.index % 4 });
      // A vote may be sent again: the second answer names the choice that counts.
      if (await this.#send('POST', '/api/votes', person, body, [200, 201, 409])) this.#acknowledged += 1;
      return;
    }
    const person = this.#people[turn % USERS] as Person;
    const { id } = this.#polls[turn % POLLS] as { id: number };
    const calls = ['/api/polls', `/api/polls/${id}`, '/api/auth/me', '/api/notifications', '/api/search?q=load'];
    const paths = [...calls, '/home', `/poll/${id}`];
    await this.#send('GET', paths[turn % paths.length] ?? '', person, undefined, [200]);
  }

  /** @returns whether it succeeded */
  async #send(
    method: string,
    path: string,
    person: Person,
    body: string | undefined,
    wanted: number[],
  ): Promise<boolean> {
    const figures = this.#figures;
    figures.requests += 1;
    const start = performance.now();
    // Half of them open a connection of their own, as first visits do.
    const agent = this.#turn % 2 === 0 ? this.#kept : undefined;
    const answer: Answered = await this.#try(method, path, person, body, agent).catch(async (error) => {
      if (!error.reused) return { status: 0, reason: error.message };
      figures.again += 1;
      return this.#try(method, path, person, body).catch((second) => ({ status: 0, reason: second.message }));
    });
    figures.slowestMs = Math.max(figures.slowestMs, performance.now() - start);
    if (wanted.includes(answer.status)) return true;
    const now = new Date();
    const line = `${now.toISOString().slice(11, 23)} ${method} ${path}: ${answer.status || answer.reason}`;
    figures.failures.push({ at: now.getTime(), status: answer.status, line });
    return false;
  }

  #try(method: string, path: string, person: Person, body?: string, agent?: Agent) {
    return new Promise<Answered>((resolve, reject) => {
      const type = body ? { 'content-type': 'application/json' } : {};
      const headers = { cookie: person.cookie, 'sec-fetch-site': 'same-origin', ...type };
      const target = { host: '127.0.0.1', port: this.port, method, path, headers, agent, timeout: ANSWER_MS };
      const sent = request(target, (response) => {
        response
          .once('error', reject)
          .once('end', () => resolve({ status: response.statusCode ?? 0 }))
          .resume();
      });
      sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
      // Before an answer, on a connection that was kept: the server has closed it just then.
      const closed = (error: NodeJS.ErrnoException) => ({ reused: sent.reusedSocket && error.code === 'ECONNRESET' });
      sent.once('error', (error) => reject(Object.assign(error, closed(error))));
      sent.end(body);
    });
  }

  /** One socket, opened again whenever it ends. */
  async #hold(person: Person) {
    let ended: (value?: unknown) => void = () => undefined;
    const open = async () => {
      const whenEnded = new Promise((resolve) => (ended = resolve));
      const onEnd = () => ended();
      const target = { port: this.port, path: '/ws', cookie: person.cookie };
      const client = await SocketClient.open({ ...target, onText: () => undefined, onEnd });
      this.#open += 1;
      return { client, whenEnded };
    };
    let current: Awaited<ReturnType<typeof open>> | undefined = await open();
    const loop = async () => {
      while (!this.#ending && current) {
        await Promise.race([current.whenEnded, this.#over(current.whenEnded)]);
        if (this.#ending) break;
        this.#open -= 1;
        const lostAt = performance.now();
        current = undefined;
        while (!current && !this.#ending) {
          current = await open().catch(() => delay(RECONNECT_MS, undefined));
        }
        this.#figures.reconnects += 1;
        this.#figures.longestReconnectMs = Math.max(this.#figures.longestReconnectMs, performance.now() - lostAt);
      }
      current?.client.close();
    };
    this.#loops.push(loop());
  }

  /** Resolves when the traffic ends. */
  async #over(ended: Promise<unknown>) {
    let done = false;
    void ended.then(() => (done = true));
    while (!this.#ending && !done) await delay(500);
  }
}

/** @returns for people */
export const rowOf = (what: string, figures: Figures): Record<string, string | number> => ({
  what,
  requests: figures.requests,
  failed: figures.failures.length,
  'asked twice': figures.again,
  'slowest s': (figures.slowestMs / 1_000).toFixed(1),
  reconnects: figures.reconnects,
  'longest reconnect s': (figures.longestReconnectMs / 1_000).toFixed(1),
});

/** @returns lines of the first ones */
export const firstFailures = (failures: Failure[]): string =>
  failures
    .slice(0, SHOWN)
    .map(({ line }) => line)
    .join('\n');
