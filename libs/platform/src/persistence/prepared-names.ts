import { createHash } from 'node:crypto';

/** Statements that one process prepares at most, which bounds the plans of each connection; others run unprepared. */
const NAMES_MAX = 200;

/**
 * Whether all calls send this same text. `in ($1, $2)` makes a new text for every length; `= any($1)` does not.
 * A prepared `select *` would fail when a migration adds a column.
 */
const isSameForAllCalls = (text: string): boolean => !/ in \(\$|select \*|\.\*/.test(text);

/**
 * Names for reads, so that each connection plans a text once: planning costs more than a look-up by key. Writes and
 * locking reads stay unprepared, because they run on queues, where a plan made for an empty table is slow on a long
 * one.
 */
export class PreparedNames {
  readonly #names = new Map<string, string>();

  /** A hash of the text; undefined if it is to run unprepared. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= NAMES_MAX) return known;
    if (!text.startsWith('select ') || text.includes(' for ') || !isSameForAllCalls(text)) return undefined;
    const name = createHash('sha256').update(text).digest('base64url');
    this.#names.set(text, name);
    return name;
  }
}
