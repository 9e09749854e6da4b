import { z } from 'zod';
import { CASE_FILTERS, FLAG_KINDS, MEMBER_FOR, ACT_KINDS, OVERVIEW_DAYS } from '../constants.js';
import { Cursor, Id, IdText, Instant } from '../common.js';
import { Act, ActObject, ActRule } from './acts.js';
import { MediaInfo, OptionImage } from './media.js';
import { Author } from '../author.js';

/** `author` is null for a deleted account. */
const Written = z.object({ id: Id, author: Author.nullable(), createdAt: Instant });

/** What a case is about, as it is or was at a moment. It holds totals of votes and never a choice (ADR 5). */
export const ModeratedContent = z.discriminatedUnion('kind', [
  Written.extend({
    kind: z.literal('poll'),
    question: z.string(),
    options: z.array(z.string()),
    media: z.string().nullable(),
    mediaInfo: MediaInfo.nullable(),
    optionImages: z.array(OptionImage).optional(),
    endDate: Instant.nullable(),
    votesCount: z.int().min(0),
  }),
  Written.extend({ kind: z.literal('comment'), pollId: Id, question: z.string(), content: z.string() }),
  /** The picture or video of a poll, and the pictures of its options; at least one of them. */
  Written.extend({
    kind: z.literal('picture'),
    question: z.string(),
    media: z.string().nullable(),
    mediaInfo: MediaInfo.nullable(),
    optionImages: z.array(OptionImage).optional(),
  }),
  z.object({ kind: z.literal('profile'), id: Id, author: Author.nullable() }),
]);
export type ModeratedContent = z.infer<typeof ModeratedContent>;

/** A person as moderators see one beside a decision. */
export const ModeratedPerson = Author.extend({ joinedAt: Instant });
export type ModeratedPerson = z.infer<typeof ModeratedPerson>;

/** Why the product itself points a case out. `detail`: the word, the domain, or the number that was reached. */
export const CaseFlag = z.object({ kind: z.enum(FLAG_KINDS), detail: z.string(), at: Instant });
export type CaseFlag = z.infer<typeof CaseFlag>;

/** A moderator has the case open, until `until` unless it is renewed. */
export const CaseTaken = z.object({ by: Author.nullable(), mine: z.boolean(), until: Instant });
export type CaseTaken = z.infer<typeof CaseTaken>;

/** A line of the queue (docs/product.md#reports-and-cases). */
export const CaseLine = z.object({
  id: Id,
  object: ActObject,
  /** The beginning of the question, the comment or the name; empty once its author's account is deleted. */
  excerpt: z.string(),
  reports: z.int().min(0),
  /** The rule that most reports name. */
  rule: ActRule.nullable(),
  flags: z.array(CaseFlag),
  openedAt: Instant,
  taken: CaseTaken.nullable(),
  /** An appeal against the decision waits for an answer. */
  appealed: z.boolean(),
});
export type CaseLine = z.infer<typeof CaseLine>;

/** `GET /api/admin/cases`: open cases, and decided ones with an appeal; the oldest first. */
export const CasesQuery = z.object({ filter: z.enum(CASE_FILTERS).default('all'), cursor: Cursor.optional() });
export const CasePage = z.object({
  cases: z.array(CaseLine),
  nextCursor: Cursor.nullable(),
  counts: z.object({ all: z.int().min(0), flagged: z.int().min(0), appeals: z.int().min(0) }),
});
export type CasePage = z.infer<typeof CasePage>;

/** A report as moderators read it, without the reporter. */
export const CaseReport = z.object({
  rule: ActRule.nullable(),
  words: z.string().nullable(),
  at: Instant,
  /**
   * Roughly how old the reporter's account is, because an exact date would identify the person. Null once the account
   * is deleted.
   */
  memberFor: z.enum(MEMBER_FOR).nullable(),
  /** The same person's other reports whose case is decided, and how many of those led to an act. */
  decidedReports: z.int().min(0),
  ledToAct: z.int().min(0),
});
export type CaseReport = z.infer<typeof CaseReport>;

/** Another case about things of the same author. */
export const EarlierCase = z.object({
  id: Id,
  object: ActObject,
  /** The beginning of what it is about. */
  excerpt: z.string().default(''),
  outcome: z.enum(ACT_KINDS).nullable(),
  rule: ActRule.nullable(),
  openedAt: Instant,
  decidedAt: Instant.nullable(),
});
export type EarlierCase = z.infer<typeof EarlierCase>;

/** What moderators read about a person, the latest first. */
export const PersonRecord = z.object({
  /** About what the person has written, at most 20. */
  cases: z.array(EarlierCase),
  /** About the person, at most 50. */
  acts: z.array(Act),
});
export type PersonRecord = z.infer<typeof PersonRecord>;

/** An entry of the log. `what` may be newer than this version knows. */
export const LogEntry = z.object({
  id: Id,
  at: Instant,
  /** Null if the product did it by itself, or once the account is deleted. */
  actor: Author.nullable(),
  automatic: z.boolean(),
  /** The operator did it with an admin command, which has no account. */
  byOperator: z.boolean().default(false),
  what: z.string(),
  caseId: Id.nullable(),
  object: ActObject.nullable(),
  /** The person concerned. */
  person: Author.nullable(),
  details: z.record(z.string(), z.unknown()),
  /** The act that the entry is about, if it can be taken back. Not in the log of a case, which lists its acts. */
  undoableAct: Id.nullable().default(null),
});
export type LogEntry = z.infer<typeof LogEntry>;

/** `GET /api/admin/cases/:caseId` */
export const CaseView = z.object({
  id: Id,
  object: ActObject,
  openedAt: Instant,
  decidedAt: Instant.nullable(),
  outcome: z.enum(ACT_KINDS).nullable(),
  rule: ActRule.nullable(),
  /** The content when it was first reported; null once its author's account is deleted. */
  reported: z.object({ at: Instant, content: ModeratedContent }).nullable(),
  /** The content now; null if it is gone. */
  current: ModeratedContent.nullable(),
  author: ModeratedPerson.nullable(),
  authorTotals: z.object({ polls: z.int().min(0), comments: z.int().min(0) }).nullable(),
  reportsCount: z.int().min(0),
  /** The latest of them, at most 100, the oldest first. */
  reports: z.array(CaseReport),
  flags: z.array(CaseFlag),
  /** About the same author, the latest first, at most 20. */
  earlier: z.array(EarlierCase),
  /** What was decided on it, with appeals; the latest first. */
  acts: z.array(Act).default([]),
  taken: CaseTaken.nullable(),
  /** The oldest first. */
  log: z.array(LogEntry),
});
export type CaseView = z.infer<typeof CaseView>;

/** `POST /api/admin/cases/:caseId/take` and `/leave` */
export const CaseHold = z.object({ caseId: Id, taken: CaseTaken.nullable() });
export type CaseHold = z.infer<typeof CaseHold>;

/** `GET /api/admin/log`: the latest first. `person`: the person concerned; `moderator`: who acted. */
export const LogQuery = z.object({
  cursor: Cursor.optional(),
  person: IdText.optional(),
  moderator: IdText.optional(),
});
export const LogPage = z.object({ entries: z.array(LogEntry), nextCursor: Cursor.nullable() });
export type LogPage = z.infer<typeof LogPage>;

/** `GET /api/admin/overview?days=30` */
export const OverviewQuery = z.object({
  days: z
    .enum(OVERVIEW_DAYS.map(String) as ['30', '90'])
    .default('30')
    .transform(Number),
});
export const OverviewDay = z.object({
  /** In UTC. */
  day: z.iso.date(),
  /** New accounts. */
  people: z.int().min(0),
  polls: z.int().min(0),
  votes: z.int().min(0),
  comments: z.int().min(0),
  reports: z.int().min(0),
  casesOpened: z.int().min(0),
  casesDecided: z.int().min(0),
  /** From the first report to the decision, of the cases decided on that day; null if there were none. */
  medianHours: z.number().min(0).nullable(),
});
export type OverviewDay = z.infer<typeof OverviewDay>;
/** Every day of the time asked for, today last; figures before this service was installed are 0. */
export const Overview = z.object({
  days: z.array(OverviewDay),
  now: z.object({
    casesOpen: z.int().min(0),
    flagged: z.int().min(0),
    appeals: z.int().min(0),
    oldestOpenAt: Instant.nullable(),
    /** Over all days that were asked for. */
    medianHours: z.number().min(0).nullable(),
    /** How many people look after the instance; null while auth is away. */
    staff: z.int().min(0).nullable().default(null),
  }),
});
export type Overview = z.infer<typeof Overview>;

/** One service, as the gateway that answers reaches it. */
export const ServiceHealth = z.object({
  name: z.string(),
  ready: z.boolean(),
  /** Each part is `ok`, or says why not. */
  parts: z.record(z.string(), z.string()),
  /** Events that were given up on; null where nobody could say. */
  deadLetters: z.int().min(0).nullable(),
  /** Events in the outbox that have not been published. */
  unpublished: z.int().min(0).nullable(),
  /** Milliseconds that its answer took. */
  ms: z.int().min(0),
});
export type ServiceHealth = z.infer<typeof ServiceHealth>;
/** `GET /api/admin/health`: the gateway first. */
export const AdminHealth = z.object({ services: z.array(ServiceHealth) });
export type AdminHealth = z.infer<typeof AdminHealth>;
