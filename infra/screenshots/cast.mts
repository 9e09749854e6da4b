import { signInAll, type Member } from '../demo/accounts.mts';
import { Client } from '../demo/client.mts';
import { Media } from '../demo/media.mts';
import { people } from '../demo/people.mts';
import { Progress } from '../demo/progress.mts';
import { publishAll } from '../demo/publish.mts';
import { runDemo } from '../demo/run.mts';
import { publishClip, publishTall } from './cast-media.mts';
import { COMMENTS, POLLS, TOLD, type CastPoll } from './cast-polls.mts';
import type { Browser } from 'playwright-core';

const PASSWORD = 'inkling-demo';
/** As many as the name field takes. */
const LONG_NAME = 'Wilhelmina-Alexandrina Featherstonehaugh-Cholmondeley-Smythe';
const person = (handle: string, name: string, username: string, index: number) => ({
  name,
  username,
  email: `${handle}@inkling-demo.example`,
  languages: ['en'],
  rightToLeft: false,
  index,
});
const LONG = person('wilhelmina', LONG_NAME, 'wilhelmina_featherstonehaugh', 900);
const NEWCOMER = person('noor', 'Noor Haddad', 'noor.haddad', 901);
const UNFINISHED = 'ines.vidal@inkling-demo.example';

/** Who and what the screens show. */
export interface Cast {
  /** `amara` has everything, `long` a name of full length, `newcomer` nothing yet, `unfinished` no profile. */
  people: Record<'amara' | 'long' | 'newcomer' | 'unfinished', { email: string; password: string; id: number }>;
  /** Ids, by the names of cast-polls.mts. */
  polls: Record<string, number>;
}

/**
 * Fills an instance through its API, as far as it is not yet filled: first the polls that states need, then the
 * demo's community, so that the feed begins with the latter.
 * @param browser records the clip
 */
export async function gatherCast(origin: string, browser: Browser): Promise<Cast> {
  const options = { origin, people: 24, polls: 60, seed: 'inkling', password: PASSWORD, yes: false };
  const context = { options, progress: new Progress(), media: new Media() };
  const members = await signInAll([...people(24), LONG], context);
  const pictureless = new Media();
  pictureless.taken = false;
  const [newcomer] = (await signInAll([NEWCOMER], { ...context, media: pictureless })) as [Member];
  const unfinished = await signInOrUp(origin, UNFINISHED);
  const member = (handle: string) => members.find(({ person: { email } }) => email.startsWith(`${handle}@`)) as Member;

  const asked = POLLS.map((poll) => ({ ...poll, language: 'en', comments: [], author: member(poll.by).person }));
  // In the order of the polls.
  const published = (await publishAll(asked, members, context)).map((one, index) => ({
    ...one,
    poll: POLLS[index] as CastPoll,
  }));
  const polls = Object.fromEntries(published.map(({ poll, id }) => [poll.name, id]));
  polls.clip = await publishClip(member('kwame').client, browser, origin);
  polls.tall = await publishTall(member('sakura').client);
  const amara = member('amara');
  await votes(published, members, amara);
  const dive = published.find(({ poll }) => poll.name === 'dive');
  if (dive?.created) {
    for (const [handle, content] of COMMENTS)
      await member(handle).client.send('POST', '/api/comments', { pollId: dive.id, content });
    await member('amara').client.send('POST', `/api/polls/${dive.id}/generate-insights`);
  }
  for (const told of TOLD) await amara.client.get(`/api/search?q=${encodeURIComponent(told)}`);
  await member('wilhelmina').client.send('POST', '/api/follows', { followingId: amara.userId }, { repeatable: true });
  await runDemo(['--url', origin]);

  const known = (email: string, id: number) => ({ email, password: PASSWORD, id });
  return {
    people: {
      amara: known(amara.person.email, amara.userId),
      long: known(LONG.email, member('wilhelmina').userId),
      newcomer: known(NEWCOMER.email, newcomer.userId),
      unfinished: known(UNFINISHED, unfinished.id),
    },
    polls,
  };
}

async function signInOrUp(origin: string, email: string) {
  const client = new Client(origin);
  const credentials = { email, password: PASSWORD };
  return client
    .send('POST', '/api/auth/signup', credentials)
    .catch(() => client.send('POST', '/api/auth/login', credentials));
}

/** Everyone else votes by the polls' leans; Amara for the option that a poll names, if it does. */
async function votes(published: { poll: CastPoll; id: number }[], members: Member[], amara: Member) {
  for (const { poll, id } of published) {
    const turns = poll.lean.flatMap((weight, option) => Array<number>(weight).fill(option));
    if (turns.length === 0) continue;
    const voters = members.filter((member) => member !== amara);
    const cast = voters.map(({ client }, index) => vote(client, id, turns[index % turns.length] ?? 0));
    if (poll.hers !== undefined) cast.push(vote(amara.client, id, poll.hers));
    await Promise.all(cast);
  }
}

const vote = (client: Client, pollId: number, optionIndex: number) =>
  client.send('POST', '/api/votes', { pollId, optionIndex }, { repeatable: true }).catch((error) => {
    if (!['already-voted', 'poll-ended'].includes(error.code)) throw error;
  });
