import { open, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FLAG, TEXT, readCommandLine, wholeNumberOr } from '../../local/command-line.mts';
import { LaunchFailure, reasonOf } from '../../local/failure.mjs';
import { table } from '../command.mjs';
import { Crowd, checksum } from './crowd.mjs';
import { Stage } from './stage.mjs';

const PROGRAM = 'node infra/backup/rehearse.mjs';
const HELP = `${PROGRAM} [options]

Rehearses the loss of a composed installation, on a compose project of its own that is removed afterwards: people vote and
upload pictures; a backup is taken meanwhile, encrypted and tried; the database goes back to a moment; everything is wiped; the
backup is restored onto nothing. Each time all that was acknowledged is looked for. A damaged backup must be refused.

  --version TAG   of the images, which must be there (local)
  --users N       people who vote (16)
  --votes N       acknowledged votes before, between and after the steps (150)
  --help`;

const seconds = (since) => `${((Date.now() - since) / 1_000).toFixed(0)} s`;

/** @param {string[]} args @returns {Promise<void>} @throws {LaunchFailure} when anything is lost */
export async function rehearse(args) {
  const known = { version: TEXT, users: TEXT, votes: TEXT, help: FLAG };
  const { values } = readCommandLine(PROGRAM, { args, options: known });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const users = wholeNumberOr('users', values.users, 16, 200);
  const votes = wholeNumberOr('votes', values.votes, 150, 100_000);
  const stage = await Stage.open({ version: values.version ?? 'local', users });
  const rows = [];
  const faults = [];
  /** Each step is a line of the table, with what it found. */
  const step = async (name, work) => {
    const since = Date.now();
    const { found = '', wrong = [] } = await work();
    rows.push([name, seconds(since), found]);
    console.log(rows.at(-1).join('  '));
    faults.push(...wrong.slice(0, 10).map((line) => `${name}: ${line}`));
  };
  try {
    await play(stage, { users, votes, step });
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

async function play(stage, { users, votes, step }) {
  const [key, backups] = [join(stage.folder, 'key.txt'), join(stage.folder, 'backups')];
  let crowd;
  let backup;
  await step('start', async () => {
    await stage.up();
    crowd = await Crowd.gather({ origin: stage.origin, users, folder: stage.folder });
    return {};
  });
  crowd.start();
  await step('votes before', () => crowd.until(votes).then(() => ({ found: `${crowd.votes.length} votes` })));
  await step('backup under load, encrypted, tried', async () => {
    const before = crowd.votes.length;
    const recipient = /age1\w+/.exec(await stage.tool('backup', '--new-key', key))[0];
    await stage.tool('backup', ...stage.where, '--into', backups, '--keep', '3', '--verify', '--recipient', recipient);
    backup = join(backups, (await readdir(backups))[0]);
    return { found: `${crowd.votes.length - before} votes meanwhile` };
  });
  await step('votes after', () => crowd.until(votes).then(() => ({ found: `${crowd.votes.length} votes` })));
  const moment = Date.now();
  await step('votes past the moment', () => crowd.until(votes).then(() => ({ found: `${crowd.votes.length} votes` })));
  await crowd.stop();
  await step('back to the moment', async () => {
    await stage.stop();
    await stage.tool('restore', ...stage.where, '--to-time', new Date(moment).toISOString());
    return {};
  });
  await step('compared with what was acknowledged by then', () => compare(stage, crowd, moment));
  await step('started again', async () => {
    await stage.up();
    return recounted(stage);
  });
  await step('wiped', () => stage.lose().then(() => ({})));
  await step('damaged backups', () => damaged(stage, backup, key));
  await step('restored onto nothing', async () => {
    await stage.tool('restore', ...stage.where, '--from', backup, '--identity', key);
    return {};
  });
  const { manifest } = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
  await step('compared with the backup', async () => {
    const compared = await compare(stage, crowd, Date.parse(manifest.database.snapshotAt));
    const there = Number((await stage.rows('select count(*) from polls.votes'))[0]);
    const expected = manifest.database.tables.find(
      ({ schema, table: name }) => `${schema}.${name}` === 'polls.votes',
    ).rows;
    if (there !== expected) compared.wrong.push(`${there} votes are there, and the backup has ${expected}`);
    return compared;
  });
  await step('started again', async () => {
    await stage.up();
    return recounted(stage);
  });
  await step('pictures', () => pictures(stage, crowd, users));
}

/** Every vote that was acknowledged before a moment is there, and none that was sent after it. */
async function compare(stage, crowd, moment) {
  const there = new Set(await stage.rows('select poll_id, user_id, option_index from polls.votes'));
  const before = crowd.votes.filter(({ ackedAt }) => ackedAt < moment);
  const after = crowd.votes.filter(({ sentAt }) => sentAt > moment);
  return {
    found: `${before.length} votes before it there, ${after.length} after it gone`,
    wrong: [
      ...before
        .filter(({ key }) => !there.has(key))
        .map(({ key }) => `the vote ${key} was acknowledged and is not there`),
      ...after.filter(({ key }) => there.has(key)).map(({ key }) => `the vote ${key} came later and is there`),
    ],
  };
}

/** The counters are right, and no event was given up. */
async function recounted(stage) {
  const recount = await stage.compose('run', '--rm', '--no-deps', '-T', 'admin', 'recount');
  const corrected = [...recount.matchAll(/(\d+) corrected/g)].reduce((sum, [, count]) => sum + Number(count), 0);
  const letters = Number(
    (
      await stage.rows(
        `select ${['auth', 'polls', 'social', 'notifications', 'search', 'insights'].map((name) => `(select count(*) from ${name}.dead_letters)`).join(' + ')}`,
      )
    )[0],
  );
  const wrong = [...(corrected > 0 ? [recount] : []), ...(letters > 0 ? [`${letters} dead letters`] : [])];
  return { found: recount.replaceAll('\n', '; '), wrong };
}

/** Those of the polls that the backup has are served as they were. */
async function pictures(stage, crowd, users) {
  const [person] = (await Crowd.gather({ origin: stage.origin, users, folder: stage.folder })).people;
  const named = await stage.rows('select media from polls.polls where media is not null and deleted_at is null');
  const wrong = [];
  for (const path of named)
    if ((await checksum(person, path)) !== crowd.pictures.get(path)) wrong.push(`${path} is another or gone`);
  return { found: `${named.length} pictures`, wrong };
}

/** Changed, shortened, missing, exchanged: refused by name, with nothing on the host touched. */
async function damaged(stage, backup, key) {
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
  const wrong = [];
  for (const [way, damage] of Object.entries(ways)) {
    await damage();
    const said = await stage.refusal('restore', ...stage.where, '--from', backup, '--identity', key);
    if (!said.includes('is missing or damaged')) wrong.push(`${way}: ${said}`);
    await writeFile(path, whole);
  }
  const stranger = join(stage.folder, 'stranger.txt');
  await stage.tool('backup', '--new-key', stranger);
  const said = await stage.refusal('restore', ...stage.where, '--from', backup, '--identity', stranger);
  if (!said.includes('does not open this backup')) wrong.push(`another key: ${said}`);
  const volumes = await stage.compose('ps', '-aq');
  if (volumes !== '') wrong.push('containers were made for a backup that was refused');
  return { found: `${Object.keys(ways).length + 1} refused`, wrong };
}
