/** Sets the stage: voters, polls, pgbench's own tables and the load generator, all before the first clock starts. */
import { PAGE_SIZE } from '@inkling/contracts';
import { createComparisonTables } from './comparison-tables.mts';
import { writePageScript } from './feed-page.mts';
import { settingsOfPolls } from './pgbench.mts';
import { waitUntilQuiet } from './quiet.mts';
import { createPoll, feedPages, insertPolls, insertVoters, signUpAuthor } from './seed.mts';
import type { Product } from './product.mts';
import type { Client } from 'pg';
import type { Child } from './child.mts';
import type { DriveResult } from './drive.mts';
import type { Setup } from './generator.mts';
import type { Stage } from './contenders.mts';

/** Pages of the feed that readers ask for, from the newest on. */
const FEED_PAGES = 500;

export async function setStage(
  {
    product,
    database,
    generator,
    pgbenchProgram,
    folder,
  }: {
    product: Product;
    database: Client;
    generator: Child<DriveResult>;
    pgbenchProgram: string;
    /** For files that only live as long as the benchmark. */
    folder: string;
  },
  {
    voters,
    spreadPolls: count,
    hotPolls,
    seconds,
  }: { voters: number; spreadPolls: number; hotPolls: number; seconds: number },
): Promise<Stage> {
  const { origin, databaseUrl, port, secret, launcher } = product;
  const author = await signUpAuthor(origin, secret);
  await createPoll(author, 'zero');
  const firstUser = await insertVoters(database, voters);
  const spreadPolls = await insertPolls(database, firstUser, count);
  await createComparisonTables(database, count + hotPolls);
  await database.query('vacuum analyze');
  const pagePaths = await feedPages(author, FEED_PAGES);
  // The same part of the list for pgbench, which knows no cursors; before the last full page when it is a short one.
  const firstPoll = spreadPolls[Math.max(PAGE_SIZE, spreadPolls.length - PAGE_SIZE * (pagePaths.length + 1))] ?? 1;
  const page = await writePageScript(database, folder, {
    firstUser,
    users: voters,
    firstPoll,
    lastPoll: spreadPolls.at(-1) ?? 1,
  });
  const setup: Setup = { port, secret, firstUser, users: voters, spreadPolls, pagePaths };
  await generator.ask({ setup });
  await waitUntilQuiet(database);
  const used = { pgbenchHot: 0, pgbenchVoters: 0, shift: 0, spreadVotes: 0, pgbenchSpreadVotes: 0 };
  const pgbenchStart = { program: pgbenchProgram, databaseUrl, settings: await settingsOfPolls(database) };
  return { database, pgbenchStart, page, author, spreadPolls, generator, launcher, seconds, used };
}
