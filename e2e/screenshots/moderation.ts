import { eventually } from '@inkling/testing';
import type { Act, CasePage, Comment, PersonDetails } from '@inkling/contracts';
import type { Member } from '../../infra/demo/accounts.mts';
import { sql } from '../support/database';
import { PASSWORD, type Case, type Poll } from './cast';

/** A line of `reports` in `cast.yaml`. */
export interface Reported {
  name: Case;
  on: 'poll' | 'comment' | 'picture' | 'profile';
  /** A poll of the cast, or the handle of a person. */
  of: string;
  by: number;
  rule: number | null;
  words: string[];
  hours: number;
}

interface Community {
  /** People who report, none of whom has written what is reported. */
  reporters: Member[];
  bruno: Member;
  kit: Member;
  /** The author of the covered picture. */
  sakura: Member;
  wilhelmina: Member;
  mira: Member;
  aisha: Member;
  polls: Record<Poll, number>;
}

const REASON = {
  warn: 'Comments are about the question, not about the person who asks it.',
  hide: 'Both options point at a person whom everybody in the parish can name. Ask it again without them.',
  sensitive: 'The lanterns burn.',
  suspend: 'Three comments in two days went after the person, not the question.',
};

/**
 * Reports what `cast.yaml` names and decides some of the cases: Aisha warns, hides and suspends, Mira covers a picture.
 * Bruno and Sakura appeal.
 * @returns ids of the cases by their names
 */
export async function moderate(reports: readonly Reported[], community: Community): Promise<Record<Case, number>> {
  const { bruno, kit, sakura, mira, aisha, polls } = community;
  await promote(mira, 'administrator');
  await promote(aisha, 'moderator');
  const { state } = await mira.client.get<PersonDetails>(`/api/admin/people/${kit.userId}`);
  if (!state.suspended) {
    const objects = await Promise.all(reports.map((one) => objectOf(one, community)));
    for (const [index, one] of reports.entries()) await report(objects[index]!, one, community.reporters);
    await age(reports, objects);
    const [comment, poll, picture] = objects;
    await decide(aisha, comment!, { act: 'warn', rule: 1, reason: REASON.warn });
    await decide(aisha, poll!, { act: 'hide', rule: 1, reason: REASON.hide });
    await decide(mira, picture!, { act: 'sensitive', rule: 4, reason: REASON.sensitive, slip: 'fire' });
    await appeal(bruno, aisha, 'Nobody is named in it, and the choir laughed.');
    await appeal(sakura, mira, 'They are lit with lamps. Nothing burns.');
    const until = new Date(Date.now() + 7 * 86_400_000).toISOString();
    await decide(
      aisha,
      { kind: 'profile', id: kit.userId },
      { act: 'suspend', rule: 1, reason: REASON.suspend, until },
    );
  }
  // Notices go out ten seconds after their act.
  await eventually(
    async () => (await sql('select from notifications.notices where recipient_id = $1', [bruno.userId])) >= 2,
  );
  return casesOf(mira, bruno, polls);
}

type Thing = { kind: Reported['on']; id: number };

async function promote({ client, userId, person }: Member, role: string) {
  await sql('update auth.accounts set role = $2 where id = $1', [userId, role]);
  await client.send('POST', '/api/auth/login', { email: person.email, password: PASSWORD });
}

/** Finds what is reported; Bruno writes the comments now. */
async function objectOf({ on, of }: Reported, { polls, bruno, wilhelmina }: Community): Promise<Thing> {
  if (on === 'profile') return { kind: on, id: wilhelmina.userId };
  const id = polls[of as Poll];
  if (on !== 'comment') return { kind: on, id };
  const content = of === 'dive' ? 'Of course you fly.' : 'Nobody asked you, go back to where you came from.';
  return { kind: on, id: (await bruno.client.send<Comment>('POST', '/api/comments', { pollId: id, content })).id };
}

/** The community service knows a new poll or comment after a moment. */
async function report(thing: Thing, { by, rule, words }: Reported, reporters: Member[]) {
  for (const [index, { client }] of reporters.slice(0, by).entries()) {
    const body = { ...thing, rule, ...(words[index] && { words: words[index] }) };
    await eventually(() => client.send('POST', '/api/reports', body));
  }
}

/** Moves cases into the past. The last one is flagged as well, for votes that came too fast. */
async function age(reports: readonly Reported[], things: Thing[]) {
  for (const [index, { hours, name }] of reports.entries()) {
    const { kind, id } = things[index]!;
    const open = 'select id from community.cases where object_kind = $1 and object_id = $2';
    await sql(
      `update community.cases set opened_at = opened_at - $3::int * interval '1 hour'
       where object_kind = $1 and object_id = $2`,
      [kind, id, hours],
    );
    await sql(
      `update community.reports set created_at = created_at - $3::int * interval '1 hour'
       where case_id in (${open})`,
      [kind, id, hours],
    );
    if (name !== 'flaggedCase') continue;
    await sql(
      `insert into community.case_flags (case_id, kind, detail)
       select id, 'votes', '60' from (${open}) c on conflict do nothing`,
      [kind, id],
    );
    await sql(`update community.cases set flagged = true where id in (${open})`, [kind, id]);
  }
}

/** A run before this one may have decided it already. */
const decide = ({ client }: Member, object: Thing, act: object) =>
  eventually(async () => {
    try {
      await client.send('POST', '/api/admin/acts', { object, ...act });
    } catch (error) {
      if ((error as { code?: string }).code !== 'case-decided') throw error;
    }
  });

/** The acts about somebody, the latest first, as soon as the community service answers. */
const actsAbout = (person: Member, moderator: Member): Promise<Act[]> =>
  eventually(async () => {
    const { acts } = await moderator.client.get<PersonDetails>(`/api/admin/people/${person.userId}`);
    if (!acts) throw new Error('The community service does not answer.');
    return acts;
  });

/** Appeals the latest act about somebody. */
async function appeal(person: Member, moderator: Member, words: string) {
  const acts = await actsAbout(person, moderator);
  const { id, appeal: made } = acts.find(({ act }) => act === 'hide' || act === 'sensitive')!;
  if (!made) await person.client.send('POST', `/api/acts/${id}/appeal`, { words });
}

async function casesOf(mira: Member, bruno: Member, polls: Record<Poll, number>): Promise<Record<Case, number>> {
  const { cases } = await mira.client.get<CasePage>('/api/admin/cases');
  const caseOf = (kind: Reported['on'], id?: number) =>
    cases.find(({ object }) => object.kind === kind && (id === undefined || object.id === id))!.id;
  const acts = await actsAbout(bruno, mira);
  return {
    decidedCase: acts.find(({ act }) => act === 'warn')!.caseId!,
    appealCase: caseOf('poll', polls.hidden),
    ownActCase: caseOf('picture', polls.covered),
    pollCase: caseOf('poll', polls.reported),
    commentCase: caseOf('comment'),
    profileCase: caseOf('profile'),
    pictureCase: caseOf('picture', polls.dive),
    flaggedCase: caseOf('poll', polls.crowded),
  };
}
