import { z } from 'zod';
import {
  ABOUT_RULE_MAX,
  ANNOUNCEMENT_LEVELS,
  ANNOUNCEMENT_TEXT_MAX,
  ANNOUNCEMENT_TITLE_MAX,
  DEFAULT_RULES,
  INSTANCE_DESCRIPTION_MAX,
  INSTANCE_LINKS_MAX,
  INSTANCE_NAME_MAX,
  INVITATIONS_MAX,
  LISTED_WORDS_MAX,
  PAGE_KINDS,
  PAGE_LANGUAGES,
  PAGE_SUMMARY_MAX,
  PAGE_TEXT_MAX,
  RULES_MAX,
  RULE_MAX,
  SIGN_UP_MODES,
  SIGN_UP_QUESTION_MAX,
  USERNAME_MAX,
  WHO_MAY_ASK,
} from '../constants.js';
import { Id, IdText, Instant, typed, typedLines } from '../common.js';
import { Email } from './users.js';

const WEB_PAGE = { protocol: /^https?$/, hostname: z.regexes.domain };
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

/** A list of short texts in lower case, each once. */
const listed = (item: z.ZodType<string, string>, label: string) =>
  z
    .array(item, `${label} is a list`)
    .max(LISTED_WORDS_MAX, `${label} can have at most ${LISTED_WORDS_MAX} entries`)
    .overwrite((items) => [...new Set(items)]);
const Domain = z.string().trim().toLowerCase().regex(DOMAIN, 'must be a domain like example.com');

/** A rule of the instance: what a report says was broken. `about`: what it means, in a sentence or two. */
export const Rule = z.object({
  text: typed(RULE_MAX, 'A rule'),
  about: typedLines(ABOUT_RULE_MAX, 'The explanation of a rule').nullable().default(null),
});
export type Rule = z.infer<typeof Rule>;

export const SignUpSettings = z.object({
  mode: z.enum(SIGN_UP_MODES),
  /** What people answer who ask to join. */
  question: typed(SIGN_UP_QUESTION_MAX, 'The question').nullable().default(null),
});

const FIELDS = {
  name: typed(INSTANCE_NAME_MAX, 'The name').nullable(),
  /** The instance in one sentence. */
  description: typed(INSTANCE_DESCRIPTION_MAX, 'The description').nullable(),
  contactAddress: Email.nullable(),
  /** Pages on social networks, http(s). */
  links: z
    .array(z.url({ ...WEB_PAGE, error: 'must be an address like https://example.com/page' }), 'links is a list')
    .max(INSTANCE_LINKS_MAX, `At most ${INSTANCE_LINKS_MAX} links are possible`),
  rules: z
    .array(Rule, 'rules is a list')
    .min(1, 'At least one rule is needed')
    .max(RULES_MAX, `At most ${RULES_MAX} rules are possible`),
  signUp: SignUpSettings,
  /** How many people one person may invite. */
  invitationsPerPerson: z.int().min(0).max(INVITATIONS_MAX, `At most ${INVITATIONS_MAX} invitations are possible`),
  /** Who may ask polls; `days` is the age that an account needs, and counts for `older-than` alone. */
  whoMayAsk: z.object({ kind: z.enum(WHO_MAY_ASK), days: z.int().min(0).max(365) }),
  /** Usernames that nobody can take, beside those that the product reserves. */
  reservedNames: listed(typed(USERNAME_MAX, 'A reserved name').toLowerCase(), 'reservedNames'),
  /** Domains, and all below them, whose addresses cannot sign up. */
  blockedMailDomains: listed(Domain, 'blockedMailDomains'),
  /** Words and domains whose use flags a poll or comment for moderators. */
  flagWords: listed(typed(60, 'A word').toLowerCase(), 'flagWords'),
  flagDomains: listed(Domain, 'flagDomains'),
};

/**
 * What the operator decides about the instance (docs/product.md#the-instance). Every field has a default, so that an
 * instance without settings works, and settings that were stored before a field existed can be read.
 */
export const InstanceSettings = z.object({
  name: FIELDS.name.default(null),
  description: FIELDS.description.default(null),
  contactAddress: FIELDS.contactAddress.default(null),
  links: FIELDS.links.default([]),
  rules: FIELDS.rules.default(DEFAULT_RULES.map((rule) => ({ ...rule }))),
  signUp: FIELDS.signUp.default({ mode: 'open', question: null }),
  invitationsPerPerson: FIELDS.invitationsPerPerson.default(5),
  whoMayAsk: FIELDS.whoMayAsk.default({ kind: 'anyone', days: 0 }),
  reservedNames: FIELDS.reservedNames.default([]),
  blockedMailDomains: FIELDS.blockedMailDomains.default([]),
  flagWords: FIELDS.flagWords.default([]),
  flagDomains: FIELDS.flagDomains.default([]),
});
export type InstanceSettings = z.infer<typeof InstanceSettings>;
export const DEFAULT_SETTINGS: InstanceSettings = InstanceSettings.parse({});

/** `version` 0: nobody has saved settings yet. */
export const VersionedSettings = z.object({
  version: z.int().min(0),
  settings: InstanceSettings,
  changedAt: Instant.nullable(),
});
export type VersionedSettings = z.infer<typeof VersionedSettings>;

/** `POST /api/admin/settings`: the fields that change, and the version that the caller had read. */
export const SaveSettingsBody = z.object({
  version: z.int().min(0),
  changes: z.strictObject(FIELDS).partial(),
});
export type SaveSettingsBody = z.infer<typeof SaveSettingsBody>;

export const PageKind = z.enum(PAGE_KINDS);
export type PageKind = z.infer<typeof PageKind>;
export const PageLanguage = z.enum(PAGE_LANGUAGES);
export type PageLanguage = z.infer<typeof PageLanguage>;
export const PageKindParam = z.object({ kind: PageKind });
export const PageVersionQuery = z.object({
  version: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, 'must be a positive whole number')
    .transform(Number)
    .optional(),
});
export const PageQueryLanguage = z.object({ language: PageLanguage.optional() });

const PageText = typedLines(PAGE_TEXT_MAX, 'A page').nullable();
/** Markdown by language. A version without any text takes the page back. */
const PageTexts = z.object({ en: PageText.default(null), de: PageText.default(null) });
/** What has changed since the version before, in one sentence. */
const PageSummary = typed(PAGE_SUMMARY_MAX, 'The summary').nullable();

/** `GET /api/pages/:kind`: the current version in the language asked for, else in the other. */
export const Page = z.object({
  kind: PageKind,
  version: z.int().min(1),
  language: PageLanguage,
  /** Markdown. */
  text: z.string(),
  summary: z.string().nullable(),
  publishedAt: Instant,
});
export type Page = z.infer<typeof Page>;

/** A published version, which never changes. */
export const PageVersion = z.object({
  kind: PageKind,
  version: z.int().min(1),
  texts: z.object({ en: z.string().nullable(), de: z.string().nullable() }),
  summary: z.string().nullable(),
  publishedAt: Instant,
});
export type PageVersion = z.infer<typeof PageVersion>;

/** `POST /api/admin/pages/:kind`. `version`: the current one, which the text replaces; 0 if there is none. */
export const PublishPageBody = z.object({
  version: z.int().min(0),
  texts: PageTexts,
  summary: PageSummary.default(null),
});
export type PublishPageBody = z.infer<typeof PublishPageBody>;

/** `GET /api/admin/pages`: for each kind its current version. */
export const AdminPages = z.object({
  pages: z.array(
    z.object({
      kind: PageKind,
      /** 0: never written. */
      version: z.int().min(0),
      languages: z.array(PageLanguage),
      publishedAt: Instant.nullable(),
    }),
  ),
  /** How many people have accepted the current terms, of how many; null while there are none. */
  accepted: z.object({ people: z.int().min(0), of: z.int().min(0) }).nullable(),
});
export type AdminPages = z.infer<typeof AdminPages>;

/** `GET /api/admin/pages/:kind`: the newest hundred versions, the newest first, and the text of one of them. */
export const PageHistory = z.object({
  kind: PageKind,
  /** The version asked for, else the newest; null where there is none. */
  shown: PageVersion.nullable(),
  versions: z.array(
    z.object({
      version: z.int().min(1),
      languages: z.array(PageLanguage),
      summary: z.string().nullable(),
      publishedAt: Instant,
    }),
  ),
});
export type PageHistory = z.infer<typeof PageHistory>;

/** `POST /api/terms/accept`. */
export const AcceptTermsBody = z.object({ version: z.int().min(1) });
/** The newest version of the terms that the person has accepted; null for none. */
export const TermsState = z.object({ accepted: z.int().min(1).nullable() });
export type TermsState = z.infer<typeof TermsState>;

export const AnnouncementLevel = z.enum(ANNOUNCEMENT_LEVELS);
const AnnouncementFields = z.object({
  title: typed(ANNOUNCEMENT_TITLE_MAX, 'The title'),
  text: typedLines(ANNOUNCEMENT_TEXT_MAX, 'The text').nullable().default(null),
  level: AnnouncementLevel.default('notice'),
  from: Instant.nullable().default(null),
  until: Instant.nullable().default(null),
});
/** `POST /api/admin/announcements`. Without `from` it shows at once, without `until` as long as nobody ends it. */
export const AnnouncementBody = AnnouncementFields.refine(
  ({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until),
  { path: ['until'], error: 'must be after the beginning' },
);
export type AnnouncementBody = z.infer<typeof AnnouncementBody>;
export const AnnouncementParam = z.object({ announcementId: IdText });

/** Words of the operator to everyone, from `from` until `until`. */
export const Announcement = z.object({
  id: Id,
  title: z.string(),
  text: z.string().nullable(),
  level: AnnouncementLevel,
  from: Instant,
  until: Instant.nullable(),
});
export type Announcement = z.infer<typeof Announcement>;

export const Announcements = z.object({ announcements: z.array(Announcement) });
export type Announcements = z.infer<typeof Announcements>;

/** What of the instance everyone may know, in `GET /api/config`. Who runs it is in `operator`. */
export const PublicInstance = z.object({
  description: z.string().nullable(),
  rules: z.array(Rule),
  signUp: SignUpSettings,
  invitationsPerPerson: z.int().min(0),
  whoMayAsk: FIELDS.whoMayAsk,
  /** The pages that the operator has written. */
  pages: z.array(PageKind),
  /** The current version of the terms, with what has changed since the one before; null while there are none. */
  terms: z.object({ version: z.int().min(1), summary: z.string().nullable(), publishedAt: Instant }).nullable(),
  announcements: z.array(Announcement),
});
export type PublicInstance = z.infer<typeof PublicInstance>;
