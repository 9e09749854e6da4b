/**
 * The SQL that gathers candidates, a few hundred at most, with work that does not grow with the index.
 *
 * A GIN index cannot stop early: it gathers every match of a word before it hands out the first. So each token is in the
 * index three times: by itself, and with the block of ids of its document before it, for small and for large blocks. A
 * search looks at the newest documents, then at the two newest small blocks, the two newest large ones, and last at
 * everything, and stops as soon as it has enough: PostgreSQL runs the parts of a UNION ALL under a LIMIT one after the
 * other. A common word is satisfied by the first parts, and a word that reaches the last one is rare.
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
  /** Parts that come before all others, as conditions and what follows them. */
  readonly first?: readonly string[];
  /** Whether the newest documents are looked at one by one. */
  readonly newestFirst: boolean;
}

/**
 * CTEs up to `candidates`, with columns id, the source's, and `matches_whole`: all terms are in it as whole tokens.
 * `$1` to `$5` are Templates in the order of their declaration.
 */
export function candidatesSql({ table, id, columns, limit, first = [], newestFirst }: CandidateSource): string {
  const selected = [
    { kind: 'whole', near: '$1::text', far: '$3::text', all: '$3::text' },
    { kind: 'begins', near: '$2::text', far: '$4::text', all: '$5::text' },
  ];
  const queries = selected.flatMap(({ kind, near, far, all }) => [
    `${blockQuery(near, `1:' || (id >> ${SMALL_BITS}) || ':`)} as ${kind}_newest_block`,
    `${blockQuery(near, `1:' || ((id >> ${SMALL_BITS}) - 1) || ':`)} as ${kind}_block_before`,
    `(${blockQuery(far, `2:' || (id >> ${LARGE_BITS}) || ':`)} || ${blockQuery(far, `2:' || ((id >> ${LARGE_BITS}) - 1) || ':`)}) as ${kind}_large_blocks`,
    `${blockQuery(all, '')} as ${kind}_all`,
  ]);
  // Adding zero keeps the planner from the primary key, which would read all the rows below.
  const older = newestFirst ? `and ${id} + 0 <= (select id - ${NEWEST} from bounds)` : '';
  const parts = selected.flatMap(({ kind }) => {
    // The token query on the row itself, since the index may be entered by fewer terms; what an earlier kind has found is left out.
    const matches = `tokens @@ (select ${kind} from q)${kind === 'begins' ? ' and not tokens @@ (select whole from q)' : ''}`;
    const part = (query: string, condition: string): string => `block_tokens(${id}, tokens) @@ (select ${kind}_${query} from q) and ${matches} ${condition}`;
    return [
      part('newest_block', older),
      part('block_before', older),
      part('large_blocks', `and ${id} + 0 < (select ((id >> ${SMALL_BITS}) - 1) << ${SMALL_BITS} from bounds) ${older}`),
      part('all', `and ${id} + 0 < (select ((id >> ${LARGE_BITS}) - 1) << ${LARGE_BITS} from bounds) ${older}`),
    ];
  });
  const newest = newestFirst ? [`${id} > (select id - ${NEWEST} from bounds) and tokens @@ (select begins from q)`] : [];
  const rows = [...first, ...newest, ...parts].map((condition) => `(select ${[id, ...columns, 'tokens'].join(', ')} from ${table} where ${condition})`);
  return `
    bounds as materialized (select coalesce(max(${id}), 0) as id from ${table}),
    q as materialized (
      select ${blockQuery('$1::text', '')} as whole, ${blockQuery('$2::text', '')} as begins, ${queries.join(', ')} from bounds
    ),
    candidates as materialized (
      select *, tokens @@ (select whole from q) as matches_whole from (${rows.join(' union all ')}) found limit ${limit}
    )`;
}

const blockQuery = (template: string, block: string): string => `replace(${template}, '@', '${block}')::tsquery`;
