import { scenePicture } from './pictures.mjs';

const READ_AT_ONCE = 8;
/** Few, so that the feed has them nearly in their order and pictures need not queue. */
const PUBLISH_AT_ONCE = 3;
const DAY_MS = 86_400_000;

/**
 * @typedef {{ poll: import('./polls.mjs').AskedPoll, id: number, authorId: number, created: boolean }} PublishedPoll
 */

/**
 * Publishes the polls that none of the members has asked yet.
 * @param {import('./polls.mjs').AskedPoll[]} polls
 * @param {import('./accounts.mjs').Member[]} members
 * @param {import('./run.mjs').DemoContext} context
 * @returns {Promise<PublishedPoll[]>} in the order of the polls
 */
export async function publishAll(polls, members, context) {
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
      const { client, userId } = memberOf.get(poll.author);
      const { id } = await publish(client, poll, context.media);
      return { poll, id, authorId: userId, created: true };
    },
    PUBLISH_AT_ONCE,
  );
}

/** All polls that a member has asked. */
async function ownPolls(client) {
  const polls = [];
  for (let cursor; cursor !== null;) {
    const page = await client.get(`/api/users/me/polls${cursor ? `?cursor=${cursor}` : ''}`);
    polls.push(...page.polls);
    cursor = page.pagination.nextCursor;
  }
  return polls;
}

function publish(client, poll, media) {
  const fields = {
    question: poll.question,
    options: JSON.stringify(poll.options),
    visibility: 'public',
    showResultsBeforeVoting: String(poll.open ?? false),
    ...(poll.days ? { endDate: endOfDay(poll.days) } : {}),
  };
  const picture = poll.scene ? () => scenePicture(poll.scene) : undefined;
  return media.send(client, '/api/polls', fields, 'media', picture, poll.alt ? { mediaAlt: poll.alt } : {});
}

/** ISO instant of the end of the day so many days from now, in UTC. */
function endOfDay(days) {
  const date = new Date(Date.now() + days * DAY_MS);
  date.setUTCHours(23, 59, 59, 0);
  return date.toISOString();
}
