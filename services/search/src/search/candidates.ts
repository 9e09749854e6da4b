/**
 * The SQL that gathers candidates, a hundred or so at most, with work that does not grow with the index.
 *
 * A GIN index cannot stop early: it gathers every match of a word before it hands out the first. So each token is in
 * the index three times: by itself, and with the block of ids of its document before it, for small and for large
 * blocks. A search looks near, at the newest documents and the two newest small blocks, and then far, at large blocks
 * from the newest on and last at everything, and stops as soon as it has enough: PostgreSQL runs the parts of a UNION
 * ALL under a LIMIT one after the other. A common word is satisfied nearby, and a word that reaches the last part is
 * rare. What is near is cheap and ranked as a whole; far away a page with some to choose from is enough, as each step
 * further costs some times the last one.
 */

/** Bits of an id within a small and within a large block, as in the function `block_tokens` behind the index. */
const SMALL_BITS = 12;
const LARGE_BITS = 16;
/** Documents at the newest end that are looked at one by one, so that what is new is found whatever the word. */
const NEWEST = 128;

/** SQL of what stands before the tokens of the newest small block. @param newest SQL of the newest id */
export const newestBlockSql = (newest: string): string => `'1:' || (${newest} >> ${SMALL_BITS}) || ':'`;

export interface CandidateSource {
  readonly table: string;
  /** Column of the id; ids grow with time. */
  readonly id: string;
  /** Columns that candidates carry besides. */
  readonly columns: readonly string[];
  /** Candidates at most. */
  readonly limit: number;
  /** With so many nothing is looked for far away, and no more than that is fetched from there. */
  readonly enough: number;
  /**
   * Parts that are read in the order of an index of their own, before all others, as conditions and what follows them.
   * With `page` rows of `best` nothing else is looked for; with `page` rows of `good` no beginnings of words far away.
   * When `$11` says that going through the whole index for beginnings is costly (Templates), any row of `good` does
   * instead of that.
   */
  readonly first?: { readonly best: readonly string[]; readonly good: readonly string[]; readonly page: number };
  /** Whether the newest documents are looked at one by one. */
  readonly newestFirst: boolean;
}

/**
 * CTEs up to `candidates`, with columns id, the source's, and `matches_whole`: all terms are in it as whole tokens. A
 * candidate may come twice when there are `first` parts.
 * `$1` to `$5` are Templates in the order of their declaration.
 */
export function candidatesSql({ table, id, columns, limit, enough, first, newestFirst }: CandidateSource): string {
  const select = (condition: string): string =>
    `(select ${[id, ...columns, 'tokens'].join(', ')} from ${table} where ${condition})`;
  const block = (bits: number, back: number): string =>
    `${bits === SMALL_BITS ? 1 : 2}:' || ((id >> ${bits}) - ${back}) || ':`;
  const before = (bits: number, back: number): string =>
    `${id} + 0 < (select ((id >> ${bits}) - ${back}) << ${bits} from bounds)`;
  // Adding zero keeps the planner from the primary key, which would read all the rows below.
  const older = newestFirst ? ` and ${id} + 0 <= (select id - ${NEWEST} from bounds)` : '';
  const kinds = [
    { kind: 'whole', near: '$1::text', far: '$3::text', all: '$3::text' },
    { kind: 'begins', near: '$2::text', far: '$4::text', all: '$5::text' },
  ].map(({ kind, near, far, all }) => {
    // The token query on the row itself, since the index may be entered by fewer terms; what an earlier kind has found
    // is left out.
    const matches = `tokens @@ (select ${kind} from q)${kind === 'begins' ? ' and not tokens @@ (select whole from q)' : ''}`;
    const part = (query: string, condition: string): string =>
      select(`block_tokens(${id}, tokens) @@ (select ${kind}_${query} from q) and ${matches}${condition}${older}`);
    const large = (back: number): string =>
      `(${blockQuery(far, block(LARGE_BITS, back))} || ${blockQuery(far, block(LARGE_BITS, back + 1))})`;
    return {
      queries: [
        `${blockQuery(near, block(SMALL_BITS, 0))} as ${kind}_newest_block`,
        `${blockQuery(near, block(SMALL_BITS, 1))} as ${kind}_block_before`,
        `${large(0)} as ${kind}_large_blocks`,
        `${large(2)} as ${kind}_large_before`,
        `${blockQuery(all, '')} as ${kind}_all`,
      ],
      near: [part('newest_block', ''), part('block_before', '')],
      far: [
        part('large_blocks', ` and ${before(SMALL_BITS, 1)}`),
        part('large_before', ` and ${before(SMALL_BITS, 1)}`),
        part(
          'all',
          ` and ${before(LARGE_BITS, 3)}${kind === 'begins' && first ? ' and (not $11::boolean or not exists (select from good))' : ''}`,
        ),
      ],
    };
  });
  const [whole, begins] = kinds as [(typeof kinds)[0], (typeof kinds)[0]];
  const newest = newestFirst
    ? [select(`${id} > (select id - ${NEWEST} from bounds) and tokens @@ (select begins from q)`)]
    : [];
  const rows = (stage: string): string => `(select count(*) from ${stage})`;
  const stages: { name: string; parts: readonly string[]; most: number; unless?: string }[] = [
    ...(first ? [{ name: 'good', parts: first.good.map(select), most: limit }] : []),
    { name: 'whole_near', parts: [...newest, ...whole.near], most: limit },
    { name: 'whole_far', parts: whole.far, most: enough },
    { name: 'begins_near', parts: begins.near, most: limit },
    {
      name: 'begins_far',
      parts: begins.far,
      most: enough,
      ...(first ? { unless: `${rows('good')} >= ${first.page}` } : {}),
    },
  ];
  // A LIMIT of zero runs nothing of what is under it. What is good may well be found again, so it does not count.
  const limitOf = (stage: number): string => {
    const found = stages.slice(0, stage).flatMap(({ name }) => (name === 'good' ? [] : [rows(name)]));
    const wanted = `greatest(0, ${[stages[stage]!.most, ...(first ? ['(select taken from best_rows)'] : []), ...found].join(' - ')})`;
    return stages[stage]!.unless ? `case when ${stages[stage]!.unless} then 0 else ${wanted} end` : wanted;
  };
  const best = first
    ? `best as materialized (${first.best.map(select).join(' union all ')}),
    best_rows as materialized (select case when count(*) >= ${first.page} then ${limit} else count(*) end as taken from best),`
    : '';
  return `
    bounds as materialized (select coalesce(max(${id}), 0) as id from ${table}),
    q as materialized (
      select ${blockQuery('$1::text', '')} as whole, ${blockQuery('$2::text', '')} as begins, ${kinds.flatMap(({ queries }) => queries).join(', ')} from bounds
    ),
    ${best}
    ${stages.map(({ name, parts }, stage) => `${name} as materialized (select * from (${parts.join(' union all ')}) part limit ${limitOf(stage)})`).join(',\n    ')},
    candidates as materialized (
      select *, tokens @@ (select whole from q) as matches_whole from (${[...(first ? ['best'] : []), ...stages.map(({ name }) => name)].map((name) => `select * from ${name}`).join(' union all ')}) found
    )`;
}

const blockQuery = (template: string, block: string): string => `replace(${template}, '@', '${block}')::tsquery`;
