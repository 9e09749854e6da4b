/**
 * Numbers and names that the specification fixes (spec 9) and that both sides of the wire need.
 * This file imports nothing, so that the web can use it without pulling in the schemas.
 */

/** Options per poll (spec 5, spec 9). */
export const POLL_OPTIONS_MIN = 2;
export const POLL_OPTIONS_MAX = 6;
/** Characters in a poll's question; a longer one no longer fits a card. */
export const QUESTION_MAX = 300;
/** Characters in one option. */
export const OPTION_MAX = 120;
/** Polls in one page of any list (spec 9: feed page size). */
export const PAGE_SIZE = 10;
/** `page` without a cursor is answered up to here; deeper reading goes by `nextCursor`. */
export const PAGE_MAX = 1_000;

export const NAME_MAX = 60;
export const USERNAME_MAX = 30;
/** Letters, digits, dot, underscore and hyphen of any script, with a letter or digit among them; no spaces (spec 5). */
export const USERNAME_PATTERN = /^(?=.*[\p{L}\p{N}])[\p{L}\p{M}\p{N}._-]+$/u;
export const EMAIL_MAX = 254;
/** Identity provider's minimum (spec 9). */
export const PASSWORD_MIN = 6;
/** Above this a password only costs hashing time. */
export const PASSWORD_MAX = 256;

/** Cookie names. On https they carry the `__Host-` prefix (decisions, Identity and sessions). */
export const ACCESS_COOKIE = 'inkling_session';
export const REFRESH_COOKIE = 'inkling_refresh';
/** A hint for the server's logs and the specification's retry, never a credential. */
export const USER_ID_HEADER = 'x-user-id';

/** Local storage keys (spec 9). */
export const STORAGE_USER = 'inkling_user';
export const STORAGE_REDIRECT = 'inkling_redirect_after_login';

/** WebSocket path and close codes. */
export const WS_PATH = '/ws';
export const WS_CLOSE_SIGNED_OUT = 4401;
/** Polls that one socket may watch at once. */
export const WS_WATCH_MAX = 200;
/** At most one tally frame per poll in this many milliseconds (decisions, Realtime: four a second). */
export const TALLY_INTERVAL_MS = 250;

/** The six inks; a poll's ink is `INKS[id % 6]` (visual language). */
export const INKS = ['citron', 'coral', 'sky', 'mint', 'orchid', 'apricot'] as const;
