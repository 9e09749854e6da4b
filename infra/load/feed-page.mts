/** The feed page's SQL for pgbench: the statement that the polls service itself sends, taken from its repository. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PAGE_SIZE } from '@inkling/contracts';
import type { Client } from 'pg';

/**
 * The statement for a page after a given poll, as the repository sends it, and the values that it sends along.
 * @returns `$1` the viewer, `$2` the poll after which the page begins, `$3` polls to leave out
 */
async function pageStatement(): Promise<{ text: string; values: unknown[] }> {
  const { FeedRepository } = await import('../../services/polls/dist/feed/feed.repository.js');
  let sent: { text: string; values: unknown[] } = { text: '', values: [] };
  const recorder = {
    query: (statement: typeof sent) => {
      sent = statement;
      return new Promise(() => undefined);
    },
  };
  // Only the statement is wanted, so a recorder stands in for the database, and no answer ever comes.
  void new FeedRepository(recorder as never, undefined as never, undefined as never).feed({
    viewerId: 1,
    after: { pollId: 1 },
    skip: 0,
  });
  const { text, values } = sent;
  if (!['$1', '$2', '$3'].every((parameter) => text.includes(parameter)) || values.length !== 3)
    throw new Error('the feed page has other parameters than feed-page.ts expects');
  return sent;
}

/**
 * The feed page's SQL for pgbench, once it is certain that each of its pages is a full one.
 * @param range viewers and the polls after which a page begins
 * @returns path of the script; what pgbench has to be given for it
 */
export async function writePageScript(
  database: Client,
  folder: string,
  { firstUser, users, firstPoll, lastPoll }: { firstUser: number; users: number; firstPoll: number; lastPoll: number },
): Promise<{ script: string; variables: Record<string, string> }> {
  const { text, values } = await pageStatement();
  const without = String(values[2]);
  for (const after of [firstPoll, lastPoll]) await expectFullPage(database, text, [firstUser, after, without]);
  const statement = text
    .replaceAll('$1', ':viewer')
    .replaceAll('$2', ':after')
    .replaceAll('$3', ':without')
    // Inside a format for times pgbench would take these for its variables.
    .replace(/:(MI|SS)\b/g, '":"$1');
  const lines = [
    `\\set viewer random(${firstUser}, ${firstUser + users - 1})`,
    `\\set after random(${firstPoll}, ${lastPoll})`,
    `${statement.trim()};`,
  ];
  const script = join(folder, 'feed-page.sql');
  await writeFile(script, `${lines.join('\n')}\n`);
  return { script, variables: { without } };
}

/** @throws when a page is not what the product would answer with */
async function expectFullPage(database: Client, text: string, values: unknown[]) {
  const { readStates } = await import('../../services/polls/dist/poll-text/poll-state.js');
  await database.query('set search_path = polls, public');
  try {
    const { rows } = await database.query(text, values);
    const shown = readStates(rows[0]?.states ?? null).length;
    if (shown !== PAGE_SIZE)
      throw new Error(`pgbench would read pages of ${shown} polls, the product's have ${PAGE_SIZE}`);
  } finally {
    await database.query('reset search_path');
  }
}
