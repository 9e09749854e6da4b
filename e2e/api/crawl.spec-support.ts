import { NEXT_CURSOR_HEADER, routes, type Comment, type Poll, type RouteContract } from '@inkling/contracts';
import { expectStatus, type Answer, type Api, type Person } from './api.spec-support.js';

/** A person whose words are looked for, with the words and a poll of theirs. */
export interface Sought {
  readonly person: Person;
  readonly canaries: readonly string[];
  readonly poll: Pick<Poll, 'id'>;
}

/**
 * What one person has left in the product, each with a canary in its text: name, question, option and comment, in this
 * order.
 */
export interface Trace extends Sought {
  readonly poll: Poll;
  readonly comment: Comment;
}

/** A place where one person may see something of another: everything that it shows to this viewer, as text. */
export interface Place {
  readonly name: string;
  readonly show: (viewer: Viewer) => Promise<string>;
}

/** A signed-in person, or a visitor. */
export type Viewer = Pick<Person, 'get'>;

const PAGES_MAX = 50;
/** Places that one viewer looks at together. */
const AT_ONCE = 8;

let serial = 0;
/** A word that occurs nowhere else. */
const canary = (who: string, what: string) => `Canary${who}${what}${Date.now().toString(36)}n${(serial += 1)}n`;

/** A person with a poll, a comment under the host's poll, and a follow of the host. */
export async function trace(api: Api, who: string, host: Trace | undefined): Promise<Trace> {
  const canaries = ['Name', 'Question', 'Option', 'Comment'].map((what) => canary(who, what));
  const [name, question, option, words] = canaries as [string, string, string, string];
  const person = await api.person(name);
  const poll = await api.poll(person, { question: `${question}?`, options: [option, 'Another'] });
  const under = host?.poll.id ?? poll.id;
  const comment = await expectStatus(person.post<Comment>('/api/comments', { pollId: under, content: words }), 201);
  if (host) await expectStatus(person.post('/api/follows', { followingId: host.person.user.id }), 200);
  return { person, canaries, poll, comment: comment.body };
}

/** The one follows the other, and votes, likes, saves, comments and asks for the result of the other's poll. */
export async function acquaint({ person, canaries }: Trace, other: Trace): Promise<void> {
  await expectStatus(person.post('/api/follows', { followingId: other.person.user.id }), 200);
  await expectStatus(person.post('/api/votes', { pollId: other.poll.id, optionIndex: 0 }), 200);
  for (const path of ['/api/likes', '/api/saves'])
    await expectStatus(person.post(path, { pollId: other.poll.id }), 200);
  await expectStatus(person.send('PUT', `/api/polls/${other.poll.id}/reminder`), 204);
  const content = `By ${canaries[3]!}`;
  await expectStatus(person.post('/api/comments', { pollId: other.poll.id, content }), 201);
}

/** Every GET of the route table but these, for every sensible parameter, page by page. */
export function placesOf(traces: readonly Sought[], except: readonly RouteContract[] = []): Place[] {
  const table = Object.values<RouteContract>(routes);
  const read = table.filter((route) => route.method === 'GET' && !except.includes(route));
  return read.flatMap((route) => {
    const ids = route.path.startsWith('/api/polls')
      ? traces.map(({ poll }) => poll.id)
      : traces.map(({ person }) => person.user.id);
    const paths = route.path.includes(':') ? ids.map((id) => route.path.replaceAll(/:\w+/g, String(id))) : [route.path];
    return paths.map((path) => ({ name: path, show: (viewer) => readAll(viewer, path) }));
  });
}

/** All pages of a list as text; of anything else, the answer. */
export async function readAll(viewer: Viewer, path: string): Promise<string> {
  const texts: string[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const answer: Answer<{ pagination?: { nextCursor: string | null } }> = await viewer.get(
      cursor === undefined ? path : `${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`,
    );
    // Nothing is found where a service is away or a session has ended.
    if (answer.status === 503 || answer.text.includes('"authCookieFound":true'))
      throw new Error(`${path}: ${answer.text}`);
    texts.push(answer.text);
    cursor = answer.headers.get(NEXT_CURSOR_HEADER) ?? answer.body.pagination?.nextCursor ?? undefined;
    if (cursor === undefined) return texts.join('\n');
  }
  throw new Error(`${path} has more than ${PAGES_MAX} pages`);
}

/** Names of the places where this viewer finds one of the canaries, with the canary, in the order of the places. */
export async function found(places: readonly Place[], viewer: Viewer, { canaries }: Pick<Sought, 'canaries'>) {
  const hits: string[] = [];
  for (let start = 0; start < places.length; start += AT_ONCE) {
    const some = places.slice(start, start + AT_ONCE);
    const shown = await Promise.all(some.map(async ({ name, show }) => ({ name, text: await show(viewer) })));
    for (const { name, text } of shown)
      hits.push(...canaries.filter((each) => text.includes(each)).map((each) => `${name}: ${each}`));
  }
  return hits;
}
