import { ApiFailure, type Client } from './client.mts';
import { dice, type Dice } from './random.mts';
import type { Member } from './accounts.mts';
import type { DemoContext } from './run.mts';
import type { DemoPoll } from './polls.mts';
import type { PublishedPoll } from './publish.mts';

const AT_ONCE = 12;
const COMMENTING_AT_ONCE = 6;

/** Of the people who see a poll: from a quiet one to one that nearly everybody touches. */
const between = (least: number, most: number, roll: number) => least + (most - least) * roll;

/** Everyone follows some of the others, rather those who speak a language of theirs. */
function follows(seed: string | number, { person }: Member, { person: other }: Member): boolean {
  if (other === person) return false;
  const kindred = other.languages.some((language) => person.languages.includes(language));
  return dice(seed, 'follow', person.email, other.email).chance(kindred ? 0.45 : 0.12);
}

/** Who may see a poll. */
function audienceOf({ poll, authorId }: PublishedPoll, members: Member[], seed: string | number): Member[] {
  const author = members.find(({ userId }) => userId === authorId);
  if (poll.visibility !== 'followers' || !author) return members;
  return members.filter((member) => member === author || follows(seed, member, author));
}

/**
 * @returns follows that are there now
 */
export async function followAll(members: Member[], { progress, options: { seed } }: DemoContext): Promise<number> {
  const pairs = members.flatMap((follower) =>
    members.filter((followed) => follows(seed, follower, followed)).map((followed) => ({ follower, followed })),
  );
  const inAnyOrder = dice(seed, 'order of follows').shuffled(pairs);
  await progress.each(
    'Follows',
    inAnyOrder,
    ({ follower, followed }) =>
      follower.client.send('POST', '/api/follows', { followingId: followed.userId }, { repeatable: true }),
    AT_ONCE,
  );
  return pairs.length;
}

/** Votes, likes and saves. A vote is decided by the poll's lean and by chance, and a vote given earlier stays. */
export async function reactAll(
  polls: PublishedPoll[],
  members: Member[],
  { progress, options: { seed } }: DemoContext,
): Promise<{ votes: number; newVotes: number; likes: number; saves: number }> {
  const reactions = polls.flatMap((published) => {
    const { poll, id } = published;
    const mood = dice(seed, 'mood', poll.question);
    const shares = {
      vote: between(0.4, 0.97, mood.next()),
      like: between(0.08, 0.5, mood.next()),
      save: between(0.02, 0.2, mood.next()),
    };
    return audienceOf(published, members, seed).flatMap(({ person, client }) => {
      const own = dice(seed, 'reaction', poll.question, person.email);
      const choices = ballotOf(poll, own);
      return Object.entries(shares)
        .filter(([, share]) => own.chance(share))
        .map(([kind]) => ({ kind, client, pollId: id, choices }));
    });
  });
  const inAnyOrder = dice(seed, 'order of reactions').shuffled(reactions);
  const outcomes = await progress.each('Votes, likes and saves', inAnyOrder, react, AT_ONCE);
  const count = (...wanted: string[]) => outcomes.filter((outcome) => wanted.includes(outcome)).length;
  return { votes: count('vote', 'voted before'), newVotes: count('vote'), likes: count('like'), saves: count('save') };
}

/** Options in the order in which somebody likes them, as many as the poll lets them choose or fewer. */
function ballotOf(poll: DemoPoll, own: Dice): number[] {
  const { method = 'single', minChoices = 1, maxChoices = poll.options.length } = poll;
  const choices = [own.weighted(poll.lean)];
  if (method === 'single') return choices;
  const wanted = minChoices + own.below(maxChoices - minChoices + 1);
  while (choices.length < wanted)
    choices.push(own.weighted(poll.lean.map((weight, option) => (choices.includes(option) ? 0 : weight))));
  return choices;
}

interface Reaction {
  kind: string;
  client: Client;
  pollId: number;
  choices: number[];
}

async function react({ kind, client, pollId, choices }: Reaction) {
  try {
    // Sent again after a lost answer, a vote is refused with 409, which says the same.
    if (kind === 'vote') await client.send('POST', '/api/votes', { pollId, choices }, { repeatable: true });
    else await client.send('POST', `/api/${kind}s`, { pollId }, { repeatable: true });
    return kind;
  } catch (error) {
    const code = error instanceof ApiFailure ? error.code : undefined;
    if (code === 'already-voted') return 'voted before';
    // On an earlier run's polls; what is over, deleted or no longer for them stays as it is.
    if (code === 'poll-ended' || code === 'poll-not-found' || code === 'followers-only') return 'over';
    throw error;
  }
}

/** Comments by people who speak the poll's language, one after another, those left out that are there. */
export async function commentAll(
  polls: PublishedPoll[],
  members: Member[],
  { progress, options: { seed } }: DemoContext,
): Promise<{ comments: number; newComments: number }> {
  const added = await progress.each(
    'Comments',
    polls.filter(({ poll }) => poll.comments.length > 0),
    async (published) => {
      const { poll, id, authorId, created } = published;
      const speakers = dice(seed, 'comments', poll.question).shuffled(
        audienceOf(published, members, seed).filter(
          ({ person, userId }) => userId !== authorId && person.languages.includes(poll.language),
        ),
      );
      const [first] = speakers;
      if (!first) return { comments: 0, newComments: 0 };
      const stored = created ? [] : await first.client.list<{ content: string }>(`/api/polls/${id}/comments`);
      let newComments = 0;
      for (const [n, content] of poll.comments.entries()) {
        if (stored.some((comment) => comment.content === content)) continue;
        await speakers[n % speakers.length]!.client.send('POST', '/api/comments', { pollId: id, content });
        newComments += 1;
      }
      return { comments: poll.comments.length, newComments };
    },
    COMMENTING_AT_ONCE,
  );
  return added.reduce(
    (sum, one) => ({ comments: sum.comments + one.comments, newComments: sum.newComments + one.newComments }),
    { comments: 0, newComments: 0 },
  );
}
