import pg from 'pg';

const { builtins, getTypeParser } = pg.types;
/** PostgreSQL's id of the type bigint[], which `pg` does not name. */
const BIGINT_ARRAY = 1016;

/** @throws RangeError beyond 2^53, where a number is no longer exact; ids and counts stay far below */
function toNumber(text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number)) throw new RangeError(`${text} is too large for a number`);
  return number;
}

const bigintTexts = (getTypeParser as (id: number) => (text: string) => (string | null)[])(BIGINT_ARRAY);

/** What values are in rows, for entities, Kysely and SQL alike: a bigint is a number, a timestamptz a Date. */
export function setTypeParsers(types: pg.TypeOverrides): void {
  types.setTypeParser(builtins.INT8, toNumber);
  types.setTypeParser(BIGINT_ARRAY, (text) => bigintTexts(text).map((each) => (each === null ? null : toNumber(each))));
  types.setTypeParser(builtins.TIMESTAMPTZ, getTypeParser(builtins.TIMESTAMPTZ));
}
