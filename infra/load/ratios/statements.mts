/** The statements of the polls service that count a limit, each also without it. */
import { commentAdded, pollLiked } from '@inkling/contracts';
import { takenWithin } from '@inkling/platform';

export interface Statement {
  text: string;
  values: (pollId: number, userId: number, eventId: string) => unknown[];
}

export interface LimitedStatement {
  name: string;
  limited: Statement;
  unlimited: Statement;
}

/** A limit that is never reached, as for honest people. */
const LIMIT = ['ratios', 1_000_000_000, 3_600];

/** An event's envelope up to its data, as the outbox writes it. */
const headOf = (id: string, type: string): string =>
  `${JSON.stringify({ id, type, occurredAt: new Date().toISOString(), correlationId: 'ratios' }).slice(0, -1)},"data":`;

/** @throws when a statement counts in another way than this expects */
export async function limitedStatements(): Promise<LimitedStatement[]> {
  const [{ LIKE }, { ADD_COMMENT }] = await Promise.all([
    import('../../../services/polls/dist/likes/likes.sql.js'),
    import('../../../services/polls/dist/comments/comments.sql.js'),
  ]);
  /** @param possible the CTE with a row where the act is possible, which is kept without its count */
  const without = (text: string, possible: string) => {
    const taken = takenWithin({ user: '$2::bigint', possible, first: 6 });
    if (!text.includes(taken)) throw new Error('a statement counts its limit in another way than ratios expects');
    return text.replace(taken, `taken as (select $6::text, $7::int, $8::int from ${possible})`);
  };
  const like = (pollId: number, userId: number, id: string) => [
    pollId,
    userId,
    id,
    pollLiked.type,
    headOf(id, pollLiked.type),
    ...LIMIT,
  ];
  const comment = (pollId: number, userId: number, id: string) => [
    pollId,
    userId,
    'Well said.',
    id,
    headOf(id, commentAdded.type),
    ...LIMIT,
  ];
  return [
    {
      name: 'a like',
      limited: { text: LIKE, values: like },
      unlimited: { text: without(LIKE, 'tally'), values: like },
    },
    {
      name: 'a comment',
      limited: { text: ADD_COMMENT, values: comment },
      unlimited: { text: without(ADD_COMMENT, 'open'), values: comment },
    },
  ];
}
