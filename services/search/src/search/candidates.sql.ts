/**
 * SQL that collects about a hundred candidates for ranking, with work that does not grow with the index.
 *
 * A GIN index cannot stop early: it collects all matches of a word before it returns the first one. So the index holds
 * each token three times: alone, and prefixed with the block of ids that its document is in, for small and for large
 * blocks. A search first looks near, at the newest documents and the two newest small blocks. Then it looks far, at
 * large blocks from the newest on, and finally at the whole index. It stops as soon as it has enough, because
 * PostgreSQL runs the parts of a UNION ALL under a LIMIT one after the other. A common word is thus satisfied near the
 * newest documents, and a word that reaches the whole index is rare. Near parts are cheap, so all their rows are
 * ranked. Far parts are costly, so they only fill the page, with some rows to choose from.
 */

/** Bits of an id within a small and a large block, as in the database function `block_tokens`, which is indexed. */
const SMALL_BITS = 12;
const LARGE_BITS = 16;
/** The newest documents are read one by one, so that they are found by any word. */
const NEWEST = 128;

/** SQL for the prefix of tokens in the newest small block. @param newest SQL for the newest id */
export const newestBlockSql = (newest: string): string => `'1:' || (${newest} >> ${SMALL_BITS}) || ':'`;

export interface CandidateSource {
  readonly table: string;
  /** Column of the id; ids grow with time. */
  readonly id: string;
  /** Column of the user whose name or poll it is; candidates of users in the CTE `hidden` (`id`) are left out. */
  readonly owner: string;
  /** Further columns of a candidate. */
  readonly columns: readonly string[];
  /** Maximum number of candidates. */
  readonly limit: number;
  /** With this many candidates the search does not look far, and far parts add no more than this. */
  readonly enough: number;
  /**
   * Parts that are read before all others, in the order of an index: conditions with their `order by` and `limit`.
   * `page` rows of `best` end the search; `page` rows of `good` end the search for beginnings of words far away. If
   * looking up beginnings in the whole index is costly (`$11`, see Templates), any row of `good` replaces it.
   */
  readonly first?: { readonly best: readonly string[]; readonly good: readonly string[]; readonly page: number };
  /** Whether the newest documents are read one by one. */
  readonly newestFirst: boolean;
}

/** Terms match tokens as a whole, or as their beginnings. */
type Match = 'whole' | 'begins';

/** A step of the search: it runs its parts in order until it has `most` rows, unless `unless` is true. */
interface Stage {
  readonly name: string;
  readonly parts: readonly string[];
  readonly most: number;
  readonly unless?: string;
}

/**
 * CTEs up to `candidates`, which has the columns of the source, `tokens`, and `matches_whole`: whether all terms match
 * whole tokens. With `first`, a candidate may appear twice. `$1` to `$5` are the Templates in the order of their
 * declaration. The statement declares `hidden` before.
 */
export function candidatesSql(source: CandidateSource): string {
  const { table, id, limit, first } = source;
  const stages = stagesOf(source);
  const union = [...(first ? ['best'] : []), ...stages.map(({ name }) => name)].map((name) => `select * from ${name}`);
  return `
    bounds as materialized (select coalesce(max(${id}), 0) as id from ${table}),
    q as materialized (
      select
        ${blockQuery('$1::text', '')} as whole, ${blockQuery('$2::text', '')} as begins,
        ${[...blockQueries('whole'), ...blockQueries('begins')].join(', ')}
      from bounds
    ),
    ${first ? bestCtes(source, first.best, first.page, limit) : ''}
    ${stages.map((stage, index) => stageCte(stage, stages.slice(0, index), first !== undefined)).join(',\n    ')},
    candidates as materialized (
      select *, tokens @@ (select whole from q) as matches_whole from (${union.join(' union all ')}) found
    )`;
}

function bestCtes(source: CandidateSource, best: readonly string[], page: number, limit: number): string {
  const taken = `case when count(*) >= ${page} then ${limit} else count(*) end`;
  return `best as materialized (${best.map((condition) => rowsWhere(source, condition)).join(' union all ')}),
    best_rows as materialized (select ${taken} as taken from best),`;
}

function stagesOf(source: CandidateSource): Stage[] {
  const { id, limit, enough, first, newestFirst } = source;
  const newest = `${id} > (select id - ${NEWEST} from bounds) and tokens @@ (select begins from q)`;
  const good = first?.good.map((condition) => rowsWhere(source, condition));
  return [
    ...(good ? [{ name: 'good', parts: good, most: limit }] : []),
    {
      name: 'whole_near',
      parts: [...(newestFirst ? [rowsWhere(source, newest)] : []), ...nearParts(source, 'whole')],
      most: limit,
    },
    { name: 'whole_far', parts: farParts(source, 'whole'), most: enough },
    { name: 'begins_near', parts: nearParts(source, 'begins'), most: limit },
    {
      name: 'begins_far',
      parts: farParts(source, 'begins'),
      most: enough,
      ...(first ? { unless: `(select count(*) from good) >= ${first.page}` } : {}),
    },
  ];
}

/** A LIMIT of zero runs nothing below it. Rows of `good` do not count, because other stages may find them again. */
function stageCte({ name, parts, most, unless }: Stage, earlier: readonly Stage[], hasBest: boolean): string {
  const found = earlier.filter((stage) => stage.name !== 'good').map((stage) => `(select count(*) from ${stage.name})`);
  const wanted = [most, ...(hasBest ? ['(select taken from best_rows)'] : []), ...found].join(' - ');
  const limit = unless ? `case when ${unless} then 0 else greatest(0, ${wanted}) end` : `greatest(0, ${wanted})`;
  return `${name} as materialized (select * from (${parts.join(' union all ')}) part limit ${limit})`;
}

const nearParts = (source: CandidateSource, match: Match): string[] => [
  indexPart(source, match, 'newest_block'),
  indexPart(source, match, 'block_before'),
];

function farParts(source: CandidateSource, match: Match): string[] {
  const below = (bits: number, back: number): string =>
    ` and ${source.id} + 0 < (select ((id >> ${bits}) - ${back}) << ${bits} from bounds)`;
  const unlessGood = ' and (not $11::boolean or not exists (select from good))';
  return [
    indexPart(source, match, 'large_blocks', below(SMALL_BITS, 1)),
    indexPart(source, match, 'large_before', below(SMALL_BITS, 1)),
    indexPart(source, match, 'all', below(LARGE_BITS, 3) + (match === 'begins' && source.first ? unlessGood : '')),
  ];
}

/** The rows that `query` finds in the index. */
function indexPart(source: CandidateSource, match: Match, query: string, condition = ''): string {
  const { id, newestFirst } = source;
  // The index may be searched by fewer terms, so the row itself is checked as well. Rows that already matched as a
  // whole are left out.
  const matches =
    match === 'whole'
      ? 'tokens @@ (select whole from q)'
      : 'tokens @@ (select begins from q) and not tokens @@ (select whole from q)';
  // Adding zero keeps the planner from using the primary key, which would read all rows below.
  const older = newestFirst ? ` and ${id} + 0 <= (select id - ${NEWEST} from bounds)` : '';
  const indexed = `block_tokens(${id}, tokens) @@ (select ${match}_${query} from q)`;
  return rowsWhere(source, `${indexed} and ${matches}${condition}${older}`);
}

// The hidden users are read once and looked up by a hash; usually there are none.
const rowsWhere = ({ table, id, owner, columns }: CandidateSource, condition: string): string =>
  `(select ${[id, ...columns, 'tokens'].join(', ')} from ${table}
    where ${owner} not in (select id from hidden) and ${condition})`;

/** The token queries that `indexPart` uses, one per part of the index. */
function blockQueries(match: Match): string[] {
  const [near, far, all] = match === 'whole' ? ['$1', '$3', '$3'] : ['$2', '$4', '$5'];
  const block = (bits: number, back: number): string =>
    `${bits === SMALL_BITS ? 1 : 2}:' || ((id >> ${bits}) - ${back}) || ':`;
  const small = (back: number): string => blockQuery(`${near}::text`, block(SMALL_BITS, back));
  const large = (back: number): string => blockQuery(`${far}::text`, block(LARGE_BITS, back));
  return [
    `${small(0)} as ${match}_newest_block`,
    `${small(1)} as ${match}_block_before`,
    `(${large(0)} || ${large(1)}) as ${match}_large_blocks`,
    `(${large(2)} || ${large(3)}) as ${match}_large_before`,
    `${blockQuery(`${all}::text`, '')} as ${match}_all`,
  ];
}

const blockQuery = (template: string, block: string): string => `replace(${template}, '@', '${block}')::tsquery`;
