import { scenePicture } from './pictures.mts';
import type { AskedPoll, DemoPoll } from './polls.mts';
import type { Member } from './accounts.mts';
import type { DemoContext } from './run.mts';
import type { Media } from './media.mts';
import type { Client } from './client.mts';

const READ_AT_ONCE = 8;
/** Few, so that the feed has them nearly in their order and pictures need not queue. */
const PUBLISH_AT_ONCE = 3;
const DAY_MS = 86_400_000;

export interface PublishedPoll {
  poll: AskedPoll;
  id: number;
  authorId: number;
  created: boolean;
}

/**
 * Publishes the polls that none of the members has asked yet.
 * @returns in the order of the polls
 */
export async function publishAll(
  polls: AskedPoll[],
  members: Member[],
  context: DemoContext,
): Promise<PublishedPoll[]> {
  const lists = await context.progress.each(
    'Looking for polls',
    members.filter(({ created }) => !created),
    ({ client }) => ownPolls(client),
    READ_AT_ONCE,
  );
  const known = new Map(lists.flat().map((poll) => [poll.question, poll]));
  const memberOf = new Map(members.map((member) => [member.person, member]));
  return context.progress.each(
    'Polls',
    polls,
    async (poll) => {
      const there = known.get(poll.question);
      if (there) return { poll, id: there.id, authorId: there.userId, created: false };
      const member = memberOf.get(poll.author);
      if (!member) throw new Error(`${poll.author.name} has not signed in`);
      const { client, userId } = member;
      const { id } = await publish(client, poll, context.media);
      return { poll, id, authorId: userId, created: true };
    },
    PUBLISH_AT_ONCE,
  );
}

interface PollPage {
  polls: { id: number; userId: number; question: string }[];
  pagination: { nextCursor: string | null };
}

/** All polls that a member has asked. */
async function ownPolls(client: Client) {
  const polls: PollPage['polls'] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: PollPage = await client.get(`/api/users/me/polls${cursor ? `?cursor=${cursor}` : ''}`);
    polls.push(...page.polls);
    cursor = page.pagination.nextCursor;
  }
  return polls;
}

/** Fields of a form that say how a poll is answered. */
const BALLOT_FIELDS = [
  'method',
  'minChoices',
  'maxChoices',
  'sealed',
  'shuffled',
  'quizAnswer',
  'quizExplanation',
] as const satisfies readonly (keyof AskedPoll)[];

/** The fields of the form that publishes a poll, as text. */
export const formOf = (poll: DemoPoll): Record<string, string> => ({
  question: poll.question,
  options: JSON.stringify(poll.options),
  visibility: poll.visibility ?? 'public',
  showResultsBeforeVoting: String(poll.open ?? false),
  ...(poll.days ? { endDate: endOfDay(poll.days) } : {}),
  ...Object.fromEntries(
    BALLOT_FIELDS.flatMap((name) => (poll[name] === undefined ? [] : [[name, String(poll[name])]])),
  ),
});

function publish(client: Client, poll: AskedPoll, media: Media) {
  const fields = formOf(poll);
  const { scene, optionScenes = [] } = poll;
  const picture = poll.picture ?? (scene ? () => scenePicture(scene) : undefined);
  const pictures = {
    ...(picture ? { media: picture } : {}),
    ...Object.fromEntries(
      optionScenes.map(({ scene: name }, index) => [`optionImage${index}`, () => scenePicture(name)]),
    ),
  };
  return media.send(client, '/api/polls', fields, pictures, {
    ...(poll.alt ? { mediaAlt: poll.alt } : {}),
    ...(optionScenes.length > 0 ? { optionAlts: JSON.stringify(optionScenes.map(({ alt }) => alt)) } : {}),
  });
}

/** ISO instant of the end of the day so many days from now, in UTC. */
function endOfDay(days: number) {
  const date = new Date(Date.now() + days * DAY_MS);
  date.setUTCHours(23, 59, 59, 0);
  return date.toISOString();
}
