/** Sets the stage: voters, polls, the load generator and pgbench's own tables, all before the first clock starts. */
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
import type { PgbenchStage, Stage } from './contenders.mts';

/** Pages of the feed that readers ask for, from the newest on. */
const FEED_PAGES = 500;

export async function setStage(
  { product, database, generator }: { product: Product; database: Client; generator: Child<DriveResult> },
  { voters, spreadPolls: count, seconds }: { voters: number; spreadPolls: number; seconds: number },
): Promise<Stage> {
  const { origin, port, secret, launcher } = product;
  const author = await signUpAuthor(origin, secret);
  await createPoll(author, 'zero');
  const firstUser = await insertVoters(database, voters);
  const spreadPolls = await insertPolls(database, firstUser, count);
  await database.query('vacuum analyze');
  const pagePaths = await feedPages(author, FEED_PAGES);
  const setup: Setup = { port, secret, firstUser, users: voters, spreadPolls, pagePaths };
  await generator.ask({ setup });
  await waitUntilQuiet(database);
  const used = { shift: 0, spreadVotes: 0 };
  return { database, author, spreadPolls, generator, launcher, seconds, setup, used };
}

/** Adds pgbench and its tables to a stage. */
export async function addPgbench(
  stage: Stage,
  {
    databaseUrl,
    program,
    folder,
    hotPolls,
  }: {
    databaseUrl: string;
    program: string;
    /** For files that only live as long as the benchmark. */
    folder: string;
    hotPolls: number;
  },
): Promise<PgbenchStage> {
  const { database, spreadPolls, setup, used } = stage;
  await createComparisonTables(database, spreadPolls.length + hotPolls);
  await database.query('vacuum analyze');
  // The same part of the list for pgbench, which knows no cursors; before the last full page when it is a short one.
  const firstPoll = spreadPolls[Math.max(PAGE_SIZE, spreadPolls.length - PAGE_SIZE * (setup.pagePaths.length + 1))];
  const page = await writePageScript(database, folder, {
    firstUser: setup.firstUser,
    users: setup.users,
    firstPoll: firstPoll ?? 1,
    lastPoll: spreadPolls.at(-1) ?? 1,
  });
  return {
    ...stage,
    pgbenchStart: { program, databaseUrl, settings: await settingsOfPolls(database) },
    page,
    used: { ...used, pgbenchHot: 0, pgbenchVoters: 0, pgbenchSpreadVotes: 0 },
  };
}
