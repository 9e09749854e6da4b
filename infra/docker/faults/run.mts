/** Runs the fault proof, from the first fault to the final comparison. */
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { LaunchFailure, reasonOf } from '../../local/failure.mjs';
import { OPTIONS } from '../../load/k6/audience.mts';
import { findK6 } from '../../load/k6/find-k6.mts';
import { Crowd } from './crowd.mts';
import { PARTS, parseOptions } from './options.mts';
import { outage } from './outage.mts';
import { Project } from './project.mts';
import { replicas } from './replicas.mts';
import { rolling } from './rolling.mts';
import { settled } from './settle.mts';
import { table, type Row } from './table.mts';

/** @throws {LaunchFailure} with the list of faults */
export async function run(args: string[]): Promise<void> {
  const options = parseOptions(args);
  const project = await Project.find(options);
  const origin = options.url ?? (await project.origin());
  const crowd = new Crowd({ ...options, origin }, await findK6());
  console.log(`Project ${project.name} at ${origin}; ${options.users} people, ${options.rate} things a second.`);
  const ids = await subjects(crowd);
  const rows: Row[] = [];
  const faults: string[] = [];
  let ratios: Row[] = [];
  const attempt = async <T,>(name: string, work: () => Promise<T>) => {
    try {
      return await work();
    } catch (error) {
      faults.push(
        `${name}: ${reasonOf(error)}` +
          (error instanceof LaunchFailure && error.detail ? ` ${error.detail.slice(0, 500)}` : ''),
      );
      return undefined;
    }
  };
  try {
    for (const part of PARTS.filter((name) => options.only.includes(name))) {
      const result = await attempt(part, () => outage(part, project, crowd, { origin, kill: options.kill, ids }));
      if (result) report(result, rows, faults);
    }
    if (options.only.includes('rolling')) {
      const result = await attempt('rolling', () => rolling(project, crowd));
      if (result) report(result, rows, faults);
    }
    if (options.only.includes('replicas')) {
      const result = await attempt('replicas', () => replicas(project, crowd, options.rounds));
      ratios = result?.rows ?? [];
      faults.push(...(result?.faults ?? []));
    }
  } finally {
    // Every part runs again afterwards.
    await attempt('cleaning up', () => wholeAgain(project));
  }
  faults.push(...((await attempt('settling', () => settled(project))) ?? []));
  const missing = (await attempt('comparison', () => crowd.missing())) ?? [];
  faults.push(...missing);
  console.log(`\n${table(rows)}`);
  if (ratios.length > 0) console.log(`\n${table(ratios)}`);
  console.log(
    `\n${crowd.requests} requests; ` +
      `acknowledged: ${crowd.votes.size} votes, ${crowd.likes.size} likes, ${crowd.comments.length} comments; ` +
      `${missing.length === 0 ? 'all of them are there' : `${missing.length} things do not add up`}.`,
  );
  if (options.json)
    await writeFile(
      options.json,
      JSON.stringify({ rows, ratios, faults, requests: crowd.requests, votes: crowd.votes.size }, undefined, 2),
    );
  if (!options.keep) await attempt('deleting polls', () => crowd.leave());
  if (faults.length > 0)
    throw new LaunchFailure(`${faults.length} things are not as they must be.`, {
      detail: faults.slice(0, 40).join('\n'),
    });
}

function report({ row, faults: found }: { row: Row; faults: string[] }, rows: Row[], faults: string[]) {
  rows.push(row);
  faults.push(...found);
  console.log(
    `${row.part}: ${row.requests} requests, ${row['failed during']} failed, ${row['503s']} answered 503, ` +
      `recovered after ${row['recovered after']}${found.map((fault) => `\n  ${fault}`).join('')}`,
  );
}

/** Creates a poll with a picture, whose routes are called while parts are missing. */
async function subjects(crowd: Crowd) {
  const [author] = await crowd.people();
  if (!author) throw new LaunchFailure('Nobody takes part.');
  const form = new FormData();
  form.set('question', 'Which of these do you see first?');
  form.set('options', JSON.stringify(OPTIONS));
  const picture = await sharp({ create: { width: 320, height: 200, channels: 3, background: '#e8553e' } })
    .png()
    .toBuffer();
  form.set('media', new File([new Uint8Array(picture)], 'picture.png', { type: 'image/png' }));
  const { body } = await author.send<{ id: number; media: string }>('POST', '/api/polls', form);
  crowd.polls.push({ id: body.id, author });
  return { user: author.id, poll: body.id, media: body.media };
}

async function wholeAgain(project: Project) {
  for (const part of PARTS) {
    const containers = await project.containers(part);
    const running = new Set(await project.containers(part, { running: true }));
    const stopped = containers.filter((id) => !running.has(id));
    if (stopped.length > 0) await project.start(stopped);
  }
  await project.scale({ gateway: 1, polls: 1 });
  for (const part of PARTS) await project.healthy(await project.containers(part, { running: true }));
}
