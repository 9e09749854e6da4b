/**
 * Numbers and names that both sides of the wire need (docs/product.md#limits).
 * This file imports nothing, so that the web can use it without pulling in the schemas.
 */

/** Options per poll. */
export const POLL_OPTIONS_MIN = 2;
export const POLL_OPTIONS_MAX = 6;
/** Characters in a poll's question; a longer one no longer fits a card. */
export const QUESTION_MAX = 300;
/** Characters in one option. */
export const OPTION_MAX = 120;
/** How people vote (docs/product.md#kinds-of-questions). */
export const POLL_METHODS = ['single', 'multiple', 'ranked'] as const;
/** Counts of a sealed poll show this many votes more at a time, at least (docs/product.md#sealed-polls). */
export const SEALED_GROUP = 5;
/** How far apart the points of a poll's totals over time are; the poll's age decides (docs/product.md#statistics). */
export const STATISTICS_STEPS = ['hour', 'day', 'week'] as const;
export type StatisticsStep = (typeof STATISTICS_STEPS)[number];
/** Characters that explain the right answer of a quiz. */
export const QUIZ_EXPLANATION_MAX = 500;
/** Who can see a poll and vote on it. */
export const VISIBILITIES = ['public', 'unlisted', 'followers'] as const;
export type Visibility = (typeof VISIBILITIES)[number];
/** Polls in one page of any list (docs/product.md#feed). */
export const PAGE_SIZE = 10;
/** The highest `page` without a cursor; deeper reading goes by `nextCursor`. */
export const PAGE_MAX = 1_000;

export const NAME_MAX = 60;
export const USERNAME_MAX = 30;
export const USERNAME_MIN = 3;
/**
 * Letters a to z, digits, dot and underscore, with a letter or digit among them: other alphabets have letters that look
 * the same.
 */
export const USERNAME_PATTERN = /^(?=.*[A-Za-z0-9])[A-Za-z0-9._]+$/;
export const EMAIL_MAX = 254;
/** The minimum of identity providers. */
export const PASSWORD_MIN = 6;
/** Above this a password only costs hashing time. */
export const PASSWORD_MAX = 256;
export const PASSKEY_NAME_MAX = 60;
/** Passkeys of one account. */
export const PASSKEYS_MAX = 20;

/** Cookie names. On https they carry the `__Host-` prefix (docs/product.md#sessions). */
export const ACCESS_COOKIE = 'inkling_session';
export const REFRESH_COOKIE = 'inkling_refresh';
/**
 * Readable by the page: the session's id, so that a page without a session need not ask for one. A hint, never a
 * credential.
 */
export const SESSION_HINT_COOKIE = 'inkling_session_hint';
/** A hint for the server's logs and for the retry after a 401, never a credential. */
export const USER_ID_HEADER = 'x-user-id';

/** Local storage keys (docs/product.md#sessions). */
export const STORAGE_USER = 'inkling_user';
export const STORAGE_AUTH_INFO = 'inkling_auth_info';
export const STORAGE_REDIRECT = 'inkling_redirect_after_login';
/** A visitor's choice that is cast after sign-in. */
export const STORAGE_PENDING_VOTE = 'inkling_pending_vote';

/** WebSocket path and close codes. */
export const WS_PATH = '/ws';
export const WS_CLOSE_SIGNED_OUT = 4401;
/** Polls that one socket may watch at once. */
export const WS_WATCH_MAX = 200;
/** At most one tally frame per poll in this many milliseconds (docs/product.md#live-updates). */
export const TALLY_INTERVAL_MS = 250;

/** Bytes of one image or video (docs/product.md#media). */
export const MEDIA_MAX_BYTES = 25 * 1024 * 1024;
/** Where stored media is served. */
export const UPLOADS_PATH = '/uploads/';
/** Widths in pixels that stored pictures also have: `?w=` one of them. */
export const MEDIA_WIDTHS = [480, 960] as const;
/** Pixels of a person's picture in lists and on cards. */
export const AVATAR_WIDTH = 160;
/** Characters that describe a picture or video to those who do not see it. */
export const MEDIA_ALT_MAX = 500;
/** Characters that describe the picture of an option. */
export const OPTION_ALT_MAX = 200;
/** Fields of a new poll's form with the pictures of its options, in their order. */
export const OPTION_IMAGE_FIELDS: readonly string[] = Array.from(
  { length: POLL_OPTIONS_MAX },
  (_, index) => `optionImage${index}`,
);

/** Characters of a comment after trimming. */
export const COMMENT_MAX = 1_000;
/** Rows in one page of comments, followers, notifications; the answer names the next page in NEXT_CURSOR_HEADER. */
export const LIST_PAGE_SIZE = 30;
/** A plain list (docs/product.md#requests) carries its continuation here; absent on the last page. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';

/** Users whom one user may block, and whom one user may mute (docs/product.md#blocks-and-mutes). */
export const BLOCKS_MAX = 1_000;
export const MUTES_MAX = 1_000;
/** Words that one user may mute, and characters in one of them. */
export const MUTED_WORDS_MAX = 100;
export const MUTED_WORD_MAX = 50;

/** Characters from which on a search runs (docs/product.md#search). */
export const SEARCH_MIN = 2;
export const SEARCH_MAX = 100;
/** Recent searches kept per user. */
export const RECENT_SEARCHES_MAX = 10;

/** Sources of a Deep Dive. */
export const INSIGHT_SOURCES_MAX = 10;
/** What a Deep Dive can be made of. */
export const INSIGHT_KINDS = ['ai', 'passages'] as const;
/** Topics that a poll is given. */
export const TOPICS_MAX = 5;
/** Topics that a user may choose to be suggested polls about. */
export const CHOSEN_TOPICS_MAX = 10;
/** Characters of a chosen topic, `#` included. */
export const CHOSEN_TOPIC_MAX = 50;
/** Labels that any classifier may give. The lists are closed, so that no text of a poll becomes a label. */
export const MOODS = ['playful', 'curious', 'hopeful', 'serious', 'critical', 'nostalgic'] as const;
export const CONTEXTS = [
  'everyday life',
  'work',
  'study',
  'family',
  'community',
  'entertainment',
  'sport',
  'travel',
  'food',
  'technology',
  'politics',
  'health',
  'nature',
] as const;
export const SEASONS = [
  'spring',
  'summer',
  'autumn',
  'winter',
  'new year',
  'holidays',
  'back to school',
  'halloween',
] as const;
/** Why a poll is suggested, the strongest first (docs/product.md#recommendations). */
export const RECOMMENDATION_REASONS = [
  'similarToLiked',
  'trending',
  'timeRelevant',
  'seasonality',
  'mood',
  'context',
  'suggested',
] as const;

/** `moderation` cannot be switched off: it tells a person about a decision. */
export const NOTIFICATION_TYPES = ['vote', 'comment', 'like', 'follow', 'poll_ended', 'test', 'moderation'] as const;
/** A notification is deleted after so many days without a new event, or when its list holds so many newer ones. */
export const NOTIFICATION_DAYS_MAX = 365;
export const NOTIFICATIONS_MAX = 1_000;
/** What a user can switch on and off, in the list and as push. A new poll of a followed user comes as push alone. */
export const PREFERENCE_KINDS = ['vote', 'comment', 'like', 'follow', 'poll_ended', 'new_poll'] as const;
/** Push of these kinds is off until a user turns it on; the list shows them. */
export const PUSH_OFF_AT_FIRST = ['vote', 'like', 'poll_ended'] as const;
/** Begins the token of a Web Push subscription; base64url of its JSON follows. Any other token is one of FCM. */
export const WEB_PUSH_TOKEN_PREFIX = 'webpush.';
export const PUSH_TOKEN_MAX = 4_096;

export const CONTACT_MESSAGE_MAX = 5_000;

/** The six inks; a poll's ink is `INKS[id % 6]` (docs/product.md#appearance). */
export const INKS = ['citron', 'coral', 'sky', 'mint', 'orchid', 'apricot'] as const;

/** What an export of a person's data is gathered in, in this order. */
export const EXPORT_PARTS = ['polls', 'votes', 'comments', 'likes', 'follows', 'account', 'media'] as const;
/**
 * The author of polls whose author deleted the account and left them without a name. No account has this id: the
 * largest whole number that JSON carries exactly.
 */
export const DELETED_USER_ID = Number.MAX_SAFE_INTEGER;
/** What becomes of a person's polls when the account is deleted. */
export const POLLS_AFTER_DELETION = ['delete', 'anonymous'] as const;

/**
 * What can be reported, and moderated: `picture` is all pictures or the video of a poll
 * (docs/product.md#reports-and-cases).
 */
export const OBJECT_KINDS = ['poll', 'comment', 'profile', 'picture'] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];
/** What a moderator can decide on a case. */
export const ACT_KINDS = ['dismiss', 'hide', 'delete', 'sensitive', 'warn', 'silence', 'suspend'] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** Kinds of entries in the log of decisions. */
export const LOG_WHATS = [
  'case-opened',
  'case-decided',
  'case-closed',
  'flagged',
  'act-done',
  'act-undone',
  'appeal-made',
  'appeal-decided',
  'settings-changed',
  'page-published',
  'announcement-published',
  'announcement-ended',
  'invitation-revoked',
  'request-approved',
  'request-refused',
  'role-granted',
  'role-taken',
  'sessions-ended',
] as const;
export type LogWhat = (typeof LOG_WHATS)[number];

/** How an act shows a poll or comment: to everyone, to its author, to nobody, or deleted for good. */
export const OBJECT_STATES = ['shown', 'hidden', 'deleted', 'removed'] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];
export const ACT_REASON_MAX = 500;
/** The words on the slip over a sensitive picture. */
export const SLIP_MAX = 60;
export const APPEAL_WORDS_MAX = 1_000;
/** Days in which an act can be appealed. After them, what it deleted is removed for good. */
export const APPEAL_DAYS = 14;
/** Characters of a text that a notice quotes. */
export const EXCERPT_MAX = 200;

/** How people join the instance (docs/product.md#the-instance). */
export const SIGN_UP_MODES = ['open', 'approval', 'invitation', 'closed'] as const;
/** Who may ask polls: everyone with a profile, a proved address, or an account of some days. */
export const WHO_MAY_ASK = ['anyone', 'proved', 'older-than'] as const;
export const INSTANCE_NAME_MAX = 60;
export const INSTANCE_DESCRIPTION_MAX = 160;
export const INSTANCE_LINKS_MAX = 8;
export const SIGN_UP_QUESTION_MAX = 300;
export const INVITATIONS_MAX = 1_000;
/** Characters of the answer to the operator's question, and of a reason to refuse somebody. */
export const ANSWER_MAX = 300;
export const REQUEST_REASON_MAX = 300;
/** Days until an invitation ends, at most. */
export const INVITATION_DAYS_MAX = 365;
/** Entries in each list of names, words or domains of the settings. */
export const LISTED_WORDS_MAX = 500;
export const RULES_MAX = 12;
export const RULE_MAX = 120;
export const ABOUT_RULE_MAX = 500;
/** The rules of an instance whose operator has written none. */
export const DEFAULT_RULES = [
  { text: 'Be kind, no harassment', about: 'No insults, threats or hatred against people or groups.' },
  { text: 'Keep private things private', about: 'No addresses, numbers or pictures of others without their consent.' },
  { text: 'No spam or selling', about: 'No advertising, no repeated posts, no bought votes.' },
  { text: 'Mark what is sensitive', about: 'Pictures that may shock others are marked, or left out.' },
  { text: 'Nothing illegal', about: 'Nothing that the law forbids.' },
] as const;
/** Pages that the operator writes in Markdown, and the languages that each can have. */
export const PAGE_KINDS = ['rules', 'terms', 'privacy', 'cookies', 'imprint'] as const;
export const PAGE_LANGUAGES = ['en', 'de'] as const;
/** Characters of one page in one language. */
export const PAGE_TEXT_MAX = 25_000;
export const PAGE_SUMMARY_MAX = 300;
export const ANNOUNCEMENT_LEVELS = ['notice', 'warning'] as const;
export const ANNOUNCEMENT_TITLE_MAX = 80;
export const ANNOUNCEMENT_TEXT_MAX = 400;

/** Characters that a reporter can add. */
export const REPORT_WORDS_MAX = 500;
/** Why the product itself points something out to moderators. */
export const FLAG_KINDS = ['word', 'domain', 'polls', 'comments', 'votes', 'network'] as const;
export type FlagKind = (typeof FLAG_KINDS)[number];
/** Which cases the queue lists. */
export const CASE_FILTERS = ['all', 'flagged', 'appeals'] as const;
export type CaseFilter = (typeof CASE_FILTERS)[number];
/** How long a reporter has been a member: less than a day, week, month or year, or longer. */
export const MEMBER_FOR = ['day', 'week', 'month', 'year', 'longer'] as const;
export type MemberFor = (typeof MEMBER_FOR)[number];
/** Days that the overview can show. */
export const OVERVIEW_DAYS = [30, 90] as const;
/** People that one call to auth can ask for. */
export const PERSONS_MAX = 200;
