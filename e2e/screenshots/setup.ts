import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type FullConfig } from '@playwright/test';
import { eventually, ResponsesServer, type Scripted } from '@inkling/testing';
import sharp from 'sharp';
import { parse } from 'yaml';
import { signInAll, type Member } from '../../infra/demo/accounts.mts';
import { Client } from '../../infra/demo/client.mts';
import { Media } from '../../infra/demo/media.mts';
import { people } from '../../infra/demo/people.mts';
import { scenePicture } from '../../infra/demo/pictures.mts';
import { Progress } from '../../infra/demo/progress.mts';
import { publishAll } from '../../infra/demo/publish.mts';
import { runDemo } from '../../infra/demo/run.mts';
import { sql } from '../support/database';
import { PASSWORD, shareCast, type Poll } from './cast';
import { recordClip } from './clip';
import { writeContactSheet } from './contact-sheet';
import { moderate, type Reported } from './moderation';
import type { DemoPoll } from '../../infra/demo/polls.mts';

interface CastPoll extends DemoPoll {
  name: string;
  by: string;
  /** Choices that `lean` and `amara` mean instead of single options. */
  ballots?: number[][];
  /** The option or ballot that Amara votes for. */
  amara?: number;
}

const CAST = parse(readFileSync(join(import.meta.dirname, 'cast.yaml'), 'utf8')) as {
  polls: CastPoll[];
  comments: { by: string; content: string }[];
  reports: Reported[];
  searches: string[];
  deepDive: Scripted;
};
const { polls, comments, reports, searches, deepDive } = CAST;

const person = (handle: string, name: string, username: string, index: number) => ({
  name,
  username,
  email: `${handle}@inkling-demo.example`,
  languages: ['en'],
  rightToLeft: false,
  index,
});
/** The name is as long as the field takes. */
const LONG = person(
  'wilhelmina',
  'Wilhelmina-Alexandrina Featherstonehaugh-Cholmondeley-Smythe',
  'wilhelmina_featherstonehaugh',
  900,
);
const NEWCOMER = person('noor', 'Noor Haddad', 'noor.haddad', 901);
const MIRA = person('mira', 'Mira Sand', 'mira.sand', 902);
const AISHA = person('aisha', 'Aisha Bello', 'aisha.bello', 903);
const BRUNO = person('bruno', 'Bruno Keller', 'brunok', 904);
const KIT = person('kit', 'Kit Aldana', 'kitaldana', 905);
const UNFINISHED = { email: 'ines.vidal@inkling-demo.example', password: PASSWORD };

/** They wrote what is reported, or decide about it. */
const AUTHORS = ['amara', 'bruno', 'sakura', 'lea', 'wilhelmina', 'mira', 'aisha'];

/** Fills the product before the pictures, and writes the contact sheet after them. */
export default async function setup({ projects }: FullConfig): Promise<() => Promise<void>> {
  const { use } = projects[0]!;
  const model = await ResponsesServer.start(Number(new URL(process.env['OPENAI_BASE_URL']!).port));
  model.script.push(deepDive);
  const browser = await chromium.launch(use.launchOptions);
  try {
    await gather(use.baseURL!, {
      clip: async () => ({ name: 'clip.webm', type: 'video/webm', bytes: await recordClip(browser) }),
      tall: async () => ({ name: 'tall.jpg', type: 'image/jpeg', bytes: await tallPicture() }),
    });
  } finally {
    await browser.close();
  }
  return async () => {
    await model.close();
    await writeContactSheet();
  };
}

/** Three times as high as it is wide, so that a card crops it. */
const tallPicture = async () =>
  sharp((await scenePicture('lanterns')).bytes)
    .resize(600, 1800, { fit: 'cover' })
    .jpeg()
    .toBuffer();

/**
 * Fills the product through its API, as far as that has not happened yet: first the polls that screens need, then the
 * demo's community, so that the feed begins with the demo.
 * @param pictures media of polls, by the polls' names
 */
async function gather(origin: string, pictures: Record<string, DemoPoll['picture']>) {
  const options = { origin, people: 24, polls: 60, seed: 'inkling', password: PASSWORD, yes: false };
  const context = { options, progress: new Progress(), media: new Media() };
  const members = await signInAll([...people(24), LONG, MIRA, AISHA, BRUNO], context);
  const without = Object.assign(new Media(), { taken: false });
  const [newcomer, kit] = await signInAll([NEWCOMER, KIT], { ...context, media: without });
  const stranger = new Client(origin);
  const unfinished = await stranger
    .send('POST', '/api/auth/signup', UNFINISHED)
    .catch(() => stranger.send('POST', '/api/auth/login', UNFINISHED));
  const member = (handle: string) => members.find(({ person: { email } }) => email.startsWith(`${handle}@`))!;
  const amara = member('amara');

  const asked = polls.map((poll) => ({
    ...poll,
    picture: pictures[poll.name],
    language: 'en',
    comments: [],
    author: member(poll.by).person,
  }));
  const published = await publishAll(asked, members, context);
  const idOf = Object.fromEntries(published.map(({ id }, index) => [polls[index]!.name, id])) as Record<Poll, number>;
  for (const poll of polls) await vote(idOf[poll.name as Poll], poll, members, amara);
  if (published.find(({ id }) => id === idOf.dive)?.created) {
    for (const { by, content } of comments)
      await member(by).client.send('POST', '/api/comments', { pollId: idOf.dive, content });
    await amara.client.send('POST', `/api/polls/${idOf.dive}/generate-insights`);
  }
  for (const query of searches) await amara.client.get(`/api/search?q=${encodeURIComponent(query)}`);
  const long = member('wilhelmina');
  await long.client.send('POST', '/api/follows', { followingId: amara.userId }, { repeatable: true });
  await runDemo(['--url', origin]);
  await end(idOf.runOff);
  await age(idOf.ended, amara.userId);
  const [bruno, mira, aisha] = ['bruno', 'mira', 'aisha'].map(member) as [Member, Member, Member];
  const cases = await moderate(reports, {
    reporters: members.filter(({ person: { email } }) => !AUTHORS.some((handle) => email.startsWith(`${handle}@`))),
    bruno,
    kit: kit!,
    sakura: member('sakura'),
    wilhelmina: long,
    mira,
    aisha,
    polls: idOf,
  });

  shareCast({
    emails: {
      amara: amara.person.email,
      long: LONG.email,
      newcomer: NEWCOMER.email,
      unfinished: UNFINISHED.email,
      operator: MIRA.email,
      moderator: AISHA.email,
      warned: BRUNO.email,
      suspended: KIT.email,
    },
    ids: {
      ...idOf,
      ...cases,
      amara: amara.userId,
      long: long.userId,
      newcomer: newcomer!.userId,
      unfinished: unfinished.id,
      operator: mira.userId,
      moderator: aisha.userId,
      warned: bruno.userId,
      suspended: kit!.userId,
    },
  });
}

/** Everyone else votes as the poll leans; Amara for what the poll names, if it does. */
async function vote(pollId: number, { lean, ballots, amara: amaras }: CastPoll, members: Member[], amara: Member) {
  const turns = lean.flatMap((weight, option) => Array<number>(weight).fill(option));
  if (turns.length === 0) return;
  const cast = ({ client }: Member, place: number) =>
    client
      .send('POST', '/api/votes', { pollId, choices: ballots?.[place] ?? [place] }, { repeatable: true })
      .catch((error) => {
        if (!['already-voted', 'poll-ended'].includes(error.code)) throw error;
      });
  const others = members.filter((member) => member !== amara);
  const votes = others.map((member, index) => cast(member, turns[index % turns.length]!));
  if (amaras !== undefined) votes.push(cast(amara, amaras));
  await Promise.all(votes);
}

/** Ends a poll that has a date. */
async function end(pollId: number) {
  for (const [table, key] of [
    ['polls', 'id'],
    ['due_ends', 'poll_id'],
  ])
    await sql(
      `update polls.${table} set end_date = now() - interval '1 minute' where ${key} = $1 and end_date > now()`,
      [pollId],
    );
}

/** Brings about what the API cannot within minutes: a poll that has ended, and notifications of other days. */
async function age(pollId: number, userId: number) {
  await end(pollId);
  await eventually(
    async () =>
      (await sql(`select from notifications.notices where kind = 'poll_ended' and poll_id = $1`, [pollId])) > 0,
  );
  // The newest of each kind stay as they are; the others move to yesterday, this week and two months ago.
  await sql(
    `with kinds as (
       select id, updated_at, row_number() over (partition by kind order by updated_at desc, id desc) as turn
       from notifications.notices where recipient_id = $1
     ), placed as (
       select id, row_number() over (order by turn, updated_at desc, id desc) as place from kinds
     )
     update notifications.notices n set updated_at = n.updated_at - case when place <= 5 then interval '0'
       when place <= 8 then interval '1 day' when place <= 12 then interval '4 days' else interval '61 days' end
     from placed where placed.id = n.id and n.updated_at > now() - interval '12 hours'`,
    [userId],
  );
  // Numbered by age, and the newest three are unread.
  await sql(
    `with placed as (
       select id, row_number() over (order by updated_at, id) as place
       from notifications.notices where recipient_id = $1
     )
     update notifications.notices n set seq = placed.place from placed where placed.id = n.id`,
    [userId],
  );
  await sql(
    `update notifications.unread_counts u set seq = n.last, read_seq = greatest(n.last - 3, 0), count = least(n.last, 3)
     from (select coalesce(max(seq), 0) as last from notifications.notices where recipient_id = $1) n
     where u.user_id = $1`,
    [userId],
  );
}
