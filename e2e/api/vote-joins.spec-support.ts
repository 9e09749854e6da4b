/**
 * A search for anything that tells what a voter of a sealed poll chose (ADR 5). It knows the truth and looks for it.
 */

export interface KnownVote {
  readonly userId: number;
  readonly name: string;
  readonly username: string;
  /** Index of the option. */
  readonly option: number;
}

/** A row of any table, as a thief of the database reads it. */
export interface FoundRow {
  readonly table: string;
  /** The transaction that wrote it. */
  readonly xmin: string;
  /** Its place in the table's file. */
  readonly at: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that left a service, in the order in which it came. */
export interface FoundText {
  readonly where: string;
  readonly text: string;
}

export interface Evidence {
  readonly pollId: number;
  readonly options: readonly string[];
  /** In the order in which they were cast. */
  readonly votes: readonly KnownVote[];
  readonly rows: readonly FoundRow[];
  readonly texts: readonly FoundText[];
}

/** A group that the poll's counts move by holds at least so many votes. */
export const GROUP_MIN = 5;
/** Names of fields that say a choice. */
const CHOICE_FIELD = /"(?:optionIndex|option_index|option|choice|choices|userVote|userChoices|ballots?)":\s*(?!null)/;

/** Every join that the evidence holds, as a sentence that says where. */
export const findJoins = (evidence: Evidence): string[] => [
  ...textJoins(evidence),
  ...valueJoins(evidence),
  ...presenceJoins(evidence),
  ...transactionJoins(evidence),
  ...orderJoins(evidence),
  ...stepJoins(evidence),
];

/** A text that names a voter of the poll and what somebody chose. */
function textJoins({ options, votes, texts }: Evidence): string[] {
  const voters = new RegExp(
    votes.flatMap(({ userId, name, username }) => [`\\b${userId}\\b`, `\\b${name}\\b`, `\\b${username}\\b`]).join('|'),
  );
  const says = (text: string): boolean => options.some((option) => text.includes(option)) || CHOICE_FIELD.test(text);
  return texts
    .filter(({ text }) => says(text) && voters.test(text))
    .map(({ where, text }) => `${where} names a voter and a choice: ${text.slice(0, 300)}`);
}

/** Every value in a row, by its path; JSON is looked into. */
function valuesOf(data: unknown, path = ''): [path: string, value: string][] {
  if (typeof data === 'string' && /^[[{]/.test(data)) {
    try {
      return valuesOf(JSON.parse(data), path);
    } catch {
      return [[path, data]];
    }
  }
  if (typeof data !== 'object' || data === null) return [[path, String(data)]];
  return Object.entries(data).flatMap(([key, value]) => valuesOf(value, `${path}.${key}`));
}

/** The voter whom a row names; undefined if it names none, or several. */
function voterOf(
  data: Readonly<Record<string, unknown>>,
  votes: ReadonlyMap<string, KnownVote>,
): KnownVote | undefined {
  const named = new Set(valuesOf(data).flatMap(([, value]) => votes.get(value) ?? []));
  const [only] = named;
  return named.size === 1 ? only : undefined;
}

const byTable = (rows: readonly FoundRow[]): Map<string, FoundRow[]> => Map.groupBy(rows, ({ table }) => table);
const byName = (votes: readonly KnownVote[]): Map<string, KnownVote> =>
  new Map(votes.flatMap((vote) => [String(vote.userId), vote.username, vote.name].map((key) => [key, vote] as const)));

/** Small ids equal other numbers, such as an option's index, so the column's name counts. */
const isAbout = ({ data }: FoundRow, pollId: number): boolean =>
  Object.entries(data).some(([column, value]) => column.includes('poll') && value === pollId);

/**
 * A column, or a part of one, whose few values stand for the options: in a whole table, or in its rows about the poll.
 */
function valueJoins({ pollId, votes, rows }: Evidence): string[] {
  const voters = byName(votes);
  const found = [...byTable(rows)].flatMap(([table, own]) =>
    [own, own.filter((row) => isAbout(row, pollId))].flatMap((some) =>
      tellingPaths(some, voters).map((path) => `${table}${path} stands for the choice`),
    ),
  );
  return [...new Set(found)];
}

/** Paths of values in rows of voters, each of which only voters of one option have. */
function tellingPaths(rows: readonly FoundRow[], voters: ReadonlyMap<string, KnownVote>): string[] {
  const options = new Map<string, Map<string, Set<number>>>();
  const people = new Map<string, Set<number>>();
  for (const { data } of rows) {
    const vote = voterOf(data, voters);
    if (!vote) continue;
    for (const [path, value] of valuesOf(data)) {
      const values = options.get(path) ?? new Map<string, Set<number>>();
      options.set(path, values.set(value, (values.get(value) ?? new Set()).add(vote.option)));
      people.set(path, (people.get(path) ?? new Set()).add(vote.userId));
    }
  }
  const known = new Set([...voters.values()].map(({ userId }) => userId)).size;
  return [...options]
    .filter(([path, values]) => {
      const enough = people.get(path)!.size >= Math.max(GROUP_MIN, known / 4);
      const few = values.size > 1 && values.size <= people.get(path)!.size / 3;
      return enough && few && [...values.values()].every(({ size }) => size === 1);
    })
    .map(([path]) => path);
}

/** A table that names exactly the voters of one option. */
function presenceJoins({ votes, rows, options }: Evidence): string[] {
  const voters = byName(votes);
  return [...byTable(rows)].flatMap(([table, own]) => {
    const named = new Set(own.flatMap(({ data }) => voterOf(data, voters)?.userId ?? []));
    return options.flatMap((_, option) => {
      const choosers = votes.filter((vote) => vote.option === option).map(({ userId }) => userId);
      const same =
        choosers.length >= GROUP_MIN && named.size === choosers.length && choosers.every((id) => named.has(id));
      return same ? [`${table} names exactly the voters of option ${option}`] : [];
    });
  });
}

interface ChoiceRow extends FoundRow {
  readonly option: number;
}

/** Rows about the poll that name no voter and whose column tells options apart, by table and column. */
function choiceRows({ pollId, options, votes, rows }: Evidence): Map<string, ChoiceRow[]> {
  const voters = byName(votes);
  const found = new Map<string, ChoiceRow[]>();
  for (const [table, own] of byTable(rows)) {
    const about = own.filter(({ data }) => Object.values(data).includes(pollId) && !voterOf(data, voters));
    for (const column of Object.keys(about[0]?.data ?? {})) {
      const told = about.map((row): ChoiceRow => ({ ...row, option: Number(row.data[column]) }));
      const numbers = new Set(told.map(({ option }) => option));
      const tells = numbers.size > 1 && [...numbers].every((number) => number in options);
      if (tells && numbers.size === told.length) found.set(`${table}.${column}`, told);
    }
  }
  return found;
}

/** A voter's row and a single option's row that one transaction wrote. */
function transactionJoins(evidence: Evidence): string[] {
  const voters = byName(evidence.votes);
  const named = evidence.rows.flatMap((row) => {
    const vote = voterOf(row.data, voters);
    return vote ? [{ row, vote }] : [];
  });
  return [...choiceRows(evidence)].flatMap(([column, told]) =>
    named.flatMap(({ row, vote }) => {
      const same = told.filter(({ xmin }) => xmin === row.xmin);
      return same.length === 1 && same[0]!.option === vote.option
        ? [`one transaction wrote ${column} and the row of ${vote.username} in ${row.table}`]
        : [];
    }),
  );
}

/** Rows of options in the order in which the options got their first vote. */
function orderJoins(evidence: Evidence): string[] {
  const first = [...new Set(evidence.votes.map(({ option }) => option))];
  return [...choiceRows(evidence)].flatMap(([column, told]) => {
    const stored = told.toSorted((a, b) => a.at - b.at).map(({ option }) => option);
    const expected = first.filter((option) => stored.includes(option));
    const sorted = String(stored) === String(stored.toSorted((a, b) => a - b));
    return !sorted && String(stored) === String(expected) ? [`${column} is in the order of first votes`] : [];
  });
}

/** Counts per option of the poll in a text, in order. */
export function countsIn(text: string, pollId: number, options: number): number[][] {
  if (!new RegExp(`"(?:pollId|poll_id|id)":\\s*${pollId}\\b`).test(text)) return [];
  const lists = [...text.matchAll(/"(?:options|votes)":\s*\[([\d,\s]+)\]/g)].map(([, list]) =>
    list!.split(',').map(Number),
  );
  const objects = [...text.matchAll(/"options":\s*(\[\{.*?\}\])/g)].flatMap(([, list]) => {
    const counts = [...list!.matchAll(/"votes":\s*(\d+)/g)].map(([, votes]) => Number(votes));
    return [counts];
  });
  return [...lists, ...objects].filter((counts) => counts.length === options);
}

/** The smallest number of votes by which a poll's counts have moved in one step; infinite if they never moved. */
export function smallestStep(snapshots: readonly (readonly number[])[]): number {
  const steps = snapshots.slice(1).map((counts, index) => {
    const before = snapshots[index]!;
    return counts.reduce((sum, count, option) => sum + Math.abs(count - before[option]!), 0);
  });
  return Math.min(Infinity, ...steps.filter((step) => step > 0));
}

/** Counts that move by a single vote or a few, so that the order of voters tells who moved them. */
function stepJoins({ pollId, options, texts }: Evidence): string[] {
  return [...Map.groupBy(texts, ({ where }) => where)].flatMap(([where, own]) => {
    const snapshots = own.flatMap(({ text }) => countsIn(text, pollId, options.length));
    const sorted = snapshots.toSorted((a, b) => total(a) - total(b));
    const step = smallestStep([options.map(() => 0), ...sorted]);
    return step < GROUP_MIN ? [`${where} shows counts that move by ${step}`] : [];
  });
}

const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
