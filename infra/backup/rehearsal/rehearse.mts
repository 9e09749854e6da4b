/** The rehearsal of a loss, from an empty compose project to none. */
import { open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gather } from '../../load/k6/audience.mts';
import { FLAG, TEXT, readCommandLine, wholeNumberOr } from '../../local/command-line.mts';
import { LaunchFailure, reasonOf } from '../../local/failure.mjs';
import { table } from '../command.mts';
import { readManifest } from '../manifest.mts';
import { Crowd, checksum } from './crowd.mts';
import { Stage } from './stage.mts';

const PROGRAM = 'node infra/backup/rehearse.mjs';
const HELP = `${PROGRAM} [options]

Rehearses the loss of a composed installation, on a separate compose project that is removed afterwards: people vote
and upload pictures; a backup is taken meanwhile, encrypted and tried; the database goes back to a moment; everything is
wiped; the backup is restored onto nothing. Each time all that was acknowledged is looked for, and somebody who deleted
the account later must not be back. A damaged backup must be refused.

  --version TAG   of the images, which must be there (local)
  --users N       people who vote (16)
  --votes N       acknowledged votes before, between and after the steps (150)
  --help`;
const SCHEMAS = ['auth', 'polls', 'social', 'notifications', 'search', 'insights', 'community'];
const MOST_FAULTS = 10;
const LEAVER = 'leaver@rehearsal.invalid';
const DELETED_WITHIN_MS = 3 * 60_000;

/** What a step has found: a line for the table, and what is wrong. */
interface Finding {
  found?: string;
  wrong?: string[];
}

type Step = (name: string, work: () => Promise<Finding>) => Promise<void>;

/** @throws {LaunchFailure} when anything is lost */
export async function rehearse(args: string[]) {
  const known = { version: TEXT, users: TEXT, votes: TEXT, help: FLAG };
  const { values } = readCommandLine(PROGRAM, { args, options: known });
  if (values.help) return console.log(HELP);
  const users = wholeNumberOr('users', values.users, 16, 200);
  const votes = wholeNumberOr('votes', values.votes, 150, 100_000);
  const stage = await Stage.open({ version: values.version ?? 'local', users });
  const rows: string[][] = [];
  const faults: string[] = [];
  const step: Step = async (name, work) => {
    const since = Date.now();
    const { found = '', wrong = [] } = await work();
    const row = [name, `${((Date.now() - since) / 1_000).toFixed(0)} s`, found];
    rows.push(row);
    console.log(row.join('  '));
    faults.push(...wrong.slice(0, MOST_FAULTS).map((line) => `${name}: ${line}`));
  };
  try {
    await play(stage, users, votes, step);
  } catch (error) {
    const detail = error instanceof LaunchFailure && error.detail ? `\n${error.detail.slice(-2_000)}` : '';
    faults.push(`${reasonOf(error)}${detail}`);
  } finally {
    await stage.close();
  }
  console.log(`\n${table([['STEP', 'TOOK', 'FOUND'], ...rows])}`);
  if (faults.length > 0) throw new LaunchFailure('The rehearsal failed.', { detail: faults.join('\n') });
  console.log('\nNothing that was acknowledged is lost.');
}

async function play(stage: Stage, users: number, votes: number, step: Step) {
  const [key, backups] = [join(stage.folder, 'key.txt'), join(stage.folder, 'backups')];
  await step('start', () => stage.up().then(() => ({})));
  await stage.rows(`insert into auth.accounts (email, email_key, name) values ('${LEAVER}', '${LEAVER}', 'Leaver')`);
  const crowd = new Crowd(await signIn(stage, users));
  const voted = () => crowd.until(votes).then(() => ({ found: `${crowd.votes.length} votes` }));
  const startedAgain = async () => {
    await stage.up();
    const found = await recounted(stage);
    const back = await stage.rows(LEFT_ACCOUNT);
    return { ...found, wrong: [...(found.wrong ?? []), ...back.map((id) => `the deleted account ${id} is back`)] };
  };
  let recipient = '';
  crowd.start();
  await step('votes before', voted);
  await step('backup under load, encrypted, tried', async () => {
    const before = crowd.votes.length;
    recipient = /age1\w+/.exec(await stage.tool('backup', '--new-key', key))?.[0] ?? '';
    await stage.tool('backup', ...stage.where, '--into', backups, '--keep', '3', '--verify', '--recipient', recipient);
    return { found: `${crowd.votes.length - before} votes meanwhile` };
  });
  const backup = join(backups, (await readdir(backups)).filter((name) => name !== 'deletions')[0]);
  await step('votes after', voted);
  const moment = Date.now();
  await step('votes past the moment', voted);
  await step('an account is deleted, and listed', async () => {
    await stage.rows(`insert into auth.account_deletions (account_id, polls, due_at, request_mail_id)
      select id, 'delete', now(), null from auth.accounts where email = '${LEAVER}'`);
    await deleted(stage);
    await stage.tool('backup', ...stage.where, '--deletions', backups, '--recipient', recipient);
    return {};
  });
  await crowd.stop();
  await step('back to the moment', async () => {
    await stage.stop();
    await stage.tool('restore', ...stage.where, '--to-time', new Date(moment).toISOString());
    return {};
  });
  await step('compared with what was acknowledged before it', () => compare(stage, crowd, moment));
  await step('started again', startedAgain);
  await step('wiped', () => stage.lose().then(() => ({})));
  await step('damaged backups', () => refuseDamaged(stage, backup, key));
  await step('restored onto nothing', async () => {
    await stage.tool('restore', ...stage.where, '--from', backup, '--identity', key);
    return {};
  });
  const { database } = (await readManifest(backup)).manifest;
  await step('compared with the backup', async () => {
    const compared = await compare(stage, crowd, Date.parse(database.snapshotAt));
    const there = Number((await stage.rows('select count(*) from polls.votes'))[0]);
    const expected = database.tables
      .filter(({ schema, table, partition }) => `${schema}.${partition?.of ?? table}` === 'polls.votes')
      .reduce((sum, { rows }) => sum + rows, 0);
    if (there !== expected) compared.wrong.push(`${there} votes are there, and the backup has ${expected}`);
    return compared;
  });
  await step('started again', startedAgain);
  await step('pictures', () => pictures(stage, crowd, users));
}

const LEFT_ACCOUNT = `select id from auth.accounts where email = '${LEAVER}'`;

async function deleted(stage: Stage) {
  const until = Date.now() + DELETED_WITHIN_MS;
  while ((await stage.rows(LEFT_ACCOUNT)).length > 0) {
    if (Date.now() > until) throw new LaunchFailure('The account is not deleted.');
    await sleep(1_000);
  }
}

const signIn = ({ origin, folder }: Stage, users: number) => gather({ origin, users, dataDir: folder });

/** Every vote that was acknowledged before a moment is there, and none that was sent after it. */
async function compare(stage: Stage, crowd: Crowd, moment: number) {
  const there = new Set(await stage.rows('select poll_id, user_id, option_index from polls.votes'));
  const before = crowd.votes.filter(({ ackedAt }) => ackedAt < moment);
  const after = crowd.votes.filter(({ sentAt }) => sentAt > moment);
  const lost = before.filter(({ key }) => !there.has(key));
  const late = after.filter(({ key }) => there.has(key));
  return {
    found: `${before.length} votes before it there, ${after.length} after it gone`,
    wrong: [
      ...lost.map(({ key }) => `the vote ${key} was acknowledged and is not there`),
      ...late.map(({ key }) => `the vote ${key} came later and is there`),
    ],
  };
}

/** The counters are right, and there is no dead letter. */
async function recounted(stage: Stage): Promise<Finding> {
  const recount = await stage.compose('run', '--rm', '--no-deps', '-T', 'admin', 'recount');
  const corrected = [...recount.matchAll(/(\d+) corrected/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const counts = SCHEMAS.map((name) => `(select count(*) from ${name}.dead_letters)`);
  const letters = Number((await stage.rows(`select ${counts.join(' + ')}`))[0]);
  const wrong = [...(corrected > 0 ? [recount] : []), ...(letters > 0 ? [`${letters} dead letters`] : [])];
  return { found: recount.replaceAll('\n', '; '), wrong };
}

/** Pictures of the polls in the backup are served as they were. */
async function pictures(stage: Stage, crowd: Crowd, users: number): Promise<Finding> {
  const [person] = await signIn(stage, users);
  const named = await stage.rows(
    'select media from polls.polls where media is not null and (deleted_at is null or moderated is not null)',
  );
  const wrong: string[] = [];
  for (const path of named)
    if ((await checksum(person, path)) !== crowd.pictures.get(path)) wrong.push(`${path} is another or gone`);
  return { found: `${named.length} pictures`, wrong };
}

/** A changed, shortened, missing or exchanged file is refused by name, and so is another key; nothing is started. */
async function refuseDamaged(stage: Stage, backup: string, key: string): Promise<Finding> {
  const folder = join(backup, 'database');
  const [first, second] = (await readdir(folder)).filter((name) => name.startsWith('polls.'));
  const path = join(folder, first);
  const whole = await readFile(path);
  const ways = {
    changed: async () => {
      const handle = await open(path, 'r+');
      await handle.write(Buffer.from([whole[60] ^ 1]), 0, 1, 60);
      await handle.close();
    },
    shortened: () => writeFile(path, whole.subarray(0, -1)),
    missing: () => rm(path),
    exchanged: async () => writeFile(path, await readFile(join(folder, second))),
  };
  const wrong: string[] = [];
  const refused = async (way: string, identity: string, expected: string) => {
    const said = await stage.refusal('restore', ...stage.where, '--from', backup, '--identity', identity);
    if (!said.includes(expected)) wrong.push(`${way}: ${said}`);
  };
  for (const [way, damage] of Object.entries(ways)) {
    await damage();
    await refused(way, key, 'is missing or damaged');
    await writeFile(path, whole);
  }
  const stranger = join(stage.folder, 'stranger.txt');
  await stage.tool('backup', '--new-key', stranger);
  await refused('another key', stranger, 'does not open this backup');
  const containers = await stage.compose('ps', '-aq');
  if (containers !== '') wrong.push('containers were made for a backup that was refused');
  return { found: `${Object.keys(ways).length + 1} refused`, wrong };
}
