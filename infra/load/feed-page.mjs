/** The feed page's SQL for pgbench: the statement that the polls service itself sends, taken from its repository. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const REPOSITORY = new URL('../../services/polls/dist/feed/feed-repository.js', import.meta.url);

/**
 * The statement for a page after a given poll, with `$1` the viewer, `$2` the poll and `$3` null.
 * @returns {Promise<string>}
 */
async function pageStatement() {
  const { FeedRepository } = await import(REPOSITORY.href);
  let text = '';
  const recorder = {
    query: (/** @type {{ text: string }} */ statement) => {
      text = statement.text;
      return new Promise(() => undefined);
    },
  };
  // Only the statement is wanted; no answer ever comes.
  void new FeedRepository(recorder).feed({ viewerId: 1, after: { pollId: 1 }, skip: 0 });
  if (!['$1', '$2', '$3'].every((parameter) => text.includes(parameter)) || text.includes('$4')) throw new Error('the feed page has other parameters than feed-page.mjs expects');
  return text;
}

/**
 * @param {string} folder
 * @param {{ firstUser: number, users: number, firstPoll: number, lastPoll: number }} range viewers and the polls after which a page begins
 * @returns {Promise<string>} path of the script
 */
export async function writePageScript(folder, { firstUser, users, firstPoll, lastPoll }) {
  const statement = (await pageStatement())
    .replaceAll('$1', ':viewer')
    .replaceAll('$2', ':after')
    .replaceAll('$3', 'NULL')
    // Inside a format for times pgbench would take these for its variables.
    .replace(/:(MI|SS)\b/g, '":"$1');
  const script = `\\set viewer random(${firstUser}, ${firstUser + users - 1})\n\\set after random(${firstPoll}, ${lastPoll})\n${statement.trim()};\n`;
  const file = join(folder, 'feed-page.sql');
  await writeFile(file, script);
  return file;
}
