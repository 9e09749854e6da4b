import { z } from 'zod';
import { ACT_KINDS, ACT_REASON_MAX, APPEAL_WORDS_MAX, EXCERPT_MAX, OBJECT_KINDS, SLIP_MAX } from '../constants.js';
import { Id, IdText, Instant, typed, typedLines } from '../common.js';

/** What an act is about. `picture` has the id of its poll, `profile` that of its person. */
export const ActObject = z.object({ kind: z.enum(OBJECT_KINDS), id: Id });
export type ActObject = z.infer<typeof ActObject>;

/** A rule of the instance as it read when the act was made. */
export const ActRule = z.object({ number: z.int().min(1), text: z.string() });
export type ActRule = z.infer<typeof ActRule>;

/** `POST /api/admin/cases/{caseId}/acts` (docs/product.md#acts). */
export const ActBody = z.object({
  act: z.enum(ACT_KINDS),
  /** The number of the broken rule; null for "Something else". */
  rule: z.int().min(1, 'Rules are numbered from 1').nullable().default(null),
  /** The person reads it. Only `dismiss` needs none. */
  reason: typedLines(ACT_REASON_MAX, 'The reason').optional(),
  /** Only for `suspend`: its end. Without it the suspension has none. */
  until: Instant.optional(),
  /** Only for `sensitive`: words that say why the picture is covered. */
  slip: typed(SLIP_MAX, 'The words on the slip').optional(),
});
export type ActBody = z.infer<typeof ActBody>;

/** `POST /api/admin/acts`: an act without a case. For a person, `object` is their profile. */
export const DirectActBody = ActBody.extend({ object: ActObject });
export type DirectActBody = z.infer<typeof DirectActBody>;

/** `POST /api/admin/appeals/{appealId}/decide`. `uphold`: the act stays; otherwise it is undone. Final. */
export const DecideAppealBody = z.object({
  uphold: z.boolean({ error: 'uphold must be true or false' }),
  reason: typedLines(ACT_REASON_MAX, 'The reason'),
});
export type DecideAppealBody = z.infer<typeof DecideAppealBody>;

/** `POST /api/acts/{actId}/appeal` (docs/product.md#appeals). */
export const AppealBody = z.object({ words: typedLines(APPEAL_WORDS_MAX, 'Your words') });
export type AppealBody = z.infer<typeof AppealBody>;

export const CaseIdParam = z.object({ caseId: IdText });
export const ActIdParam = z.object({ actId: IdText });
export const AppealIdParam = z.object({ appealId: IdText });

const decision = {
  upheld: z.boolean(),
  reason: z.string(),
  at: Instant,
};

/** An act as moderators see it. */
export const Act = z.object({
  id: Id,
  act: z.enum(ACT_KINDS),
  object: ActObject,
  /** The person whose content or account it is about; null for a deleted account. */
  personId: Id.nullable(),
  caseId: Id.nullable(),
  rule: ActRule.nullable(),
  reason: z.string(),
  until: Instant.nullable(),
  slip: z.string().nullable(),
  /** Null for a moderator whose account is deleted. */
  moderatorId: Id.nullable(),
  at: Instant,
  /** When the notices are sent; undoing the act earlier sends none. Null where nobody is notified. */
  noticeAt: Instant.nullable(),
  undoneAt: Instant.nullable(),
  /** It can be taken back: neither undone nor appealed, and what it is about is not gone for good. */
  undoable: z.boolean().default(false),
  appeal: z.object({ id: Id, words: z.string(), at: Instant, decision: z.object(decision).nullable() }).nullable(),
});
export type Act = z.infer<typeof Act>;

/** The object of an act in a few words, for the person. The excerpt is null where there is no text. */
export const QuotedObject = ActObject.extend({ excerpt: z.string().max(EXCERPT_MAX).nullable() });
export type QuotedObject = z.infer<typeof QuotedObject>;

/** `GET /api/acts/{actId}`: an act as its person sees it. Moderators are not named. */
export const OwnAct = z.object({
  id: Id,
  act: z.enum(ACT_KINDS),
  object: QuotedObject,
  rule: ActRule.nullable(),
  reason: z.string(),
  until: Instant.nullable(),
  at: Instant,
  /** Null where it cannot be appealed. */
  appealUntil: Instant.nullable(),
  /** The person can appeal now. */
  open: z.boolean(),
  undone: z.boolean(),
  appeal: z.object({ words: z.string(), at: Instant, decision: z.object(decision).nullable() }).nullable(),
});
export type OwnAct = z.infer<typeof OwnAct>;

/** What a poll or comment says to its author while an act hides it from everyone else; `actId` can be appealed. */
export const Hidden = z.object({ actId: Id });

/**
 * What the moderators tell a person (docs/product.md#acts).
 * - `act`: a decision about the person. `open`: it can be appealed until `appealUntil`.
 * - `act-undone`: it does not hold any more.
 * - `report-decided`: the decision on the person's report. `act` is null if it has been undone. It names only the
 *   kind of thing that was reported: words and ids of others would outlive a block or their account.
 * - `appeal-decided`: the answer to the person's appeal.
 */
export const NoticeContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('act'),
    actId: Id,
    act: z.enum(ACT_KINDS),
    object: QuotedObject.nullable(),
    rule: ActRule.nullable(),
    reason: z.string(),
    until: Instant.nullable(),
    appealUntil: Instant.nullable(),
    open: z.boolean(),
  }),
  z.object({
    kind: z.literal('act-undone'),
    actId: Id,
    act: z.enum(ACT_KINDS),
    object: QuotedObject.nullable(),
  }),
  z.object({
    kind: z.literal('report-decided'),
    object: ActObject.pick({ kind: true }),
    /** When the person reported it. */
    reportedAt: Instant,
    act: z.enum(ACT_KINDS).nullable(),
  }),
  z.object({
    kind: z.literal('appeal-decided'),
    actId: Id,
    act: z.enum(ACT_KINDS),
    object: QuotedObject.nullable(),
    outcome: z.enum(['upheld', 'undone']),
    reason: z.string(),
  }),
]);
export type NoticeContent = z.infer<typeof NoticeContent>;
