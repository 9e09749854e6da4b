import { z } from 'zod';
import { Id, Instant } from '../common.js';
import { POLLS_AFTER_DELETION } from '../constants.js';
import { ActObject, ActRule } from '../http/acts.js';
import {
  AdminPages,
  Announcement,
  AnnouncementBody,
  Announcements,
  PageHistory,
  PageKind,
  PageVersion,
  PublishPageBody,
  SaveSettingsBody,
  VersionedSettings,
} from '../http/instance.js';
import { Invitation, InvitationBody } from '../http/admission.js';
import { Username } from '../http/names.js';
import { NewPassword, Role } from '../http/users.js';
import { rpc } from './define.js';
import type { ServiceName } from './health.js';

/**
 * Calls of the admin commands. Their subjects begin with `admin.`, so that one rule of NATS permissions keeps them from
 * everyone but the operator.
 */
const Batch = { timeoutMs: 60_000 };

export const DeadLetter = z.object({
  id: Id,
  consumer: z.string(),
  eventId: z.string().nullable(),
  subject: z.string(),
  error: z.string(),
  attempts: z.int(),
  createdAt: Instant,
  replayedAt: Instant.nullable(),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** What every service answers, from the platform. */
export const operationsRpc = (service: ServiceName) => ({
  deadLetters: rpc(
    `admin.${service}.dead-letters`,
    z.object({ after: z.int().min(0).default(0), all: z.boolean().default(false) }),
    z.object({ letters: z.array(DeadLetter) }),
    Batch,
  ),
  /** Hands dead letters to their consumers again; those that fail once more stay. */
  replay: rpc(
    `admin.${service}.dead-letters.replay`,
    z.object({ ids: z.array(Id).max(500) }),
    z.object({ replayed: z.array(Id), failed: z.array(z.object({ id: Id, error: z.string() })) }),
    Batch,
  ),
  /**
   * Publishes outbox rows again, in the order of ids after `after`; `last` is null when there are no more. Consumers
   * ignore events that they have seen.
   */
  republish: rpc(
    `admin.${service}.outbox.republish`,
    z.object({ after: z.int().min(0).default(0), limit: z.int().min(1).max(5_000).default(1_000) }),
    z.object({ published: z.int().min(0), last: z.int().nullable() }),
    Batch,
  ),
});

export const AdminUser = z.object({
  id: Id,
  email: z.string(),
  emailVerified: z.boolean(),
  name: z.string(),
  username: z.string().nullable(),
  createdAt: Instant,
  disabledAt: Instant.nullable(),
  role: Role.default('member'),
});
export type AdminUser = z.infer<typeof AdminUser>;

/** A deletion of an account, from the request until a while after its end. */
export const AdminDeletion = z.object({
  userId: Id,
  polls: z.enum(POLLS_AFTER_DELETION),
  /** `hanging`: some service has not confirmed for an hour. */
  state: z.enum(['pending', 'running', 'hanging', 'done']),
  requestedAt: Instant,
  dueAt: Instant,
  startedAt: Instant.nullable(),
  finishedAt: Instant.nullable(),
  /** Services that have not confirmed; empty before the start. */
  missing: z.array(z.string()),
});
export type AdminDeletion = z.infer<typeof AdminDeletion>;

/** An open case, in a line. */
export const AdminCase = z.object({
  id: Id,
  object: ActObject,
  excerpt: z.string(),
  reports: z.int().min(0),
  rule: ActRule.nullable(),
  flagged: z.boolean(),
  openedAt: Instant,
});
export type AdminCase = z.infer<typeof AdminCase>;

/** A counter that was wrong and has been corrected. */
const Recount = z.object({ checked: z.int().min(0), corrected: z.int().min(0) });

export const adminRpc = {
  /** An invitation of the operator, which counts while sign-up is closed. */
  invite: rpc('admin.community.invite', InvitationBody, Invitation),
  users: rpc(
    'admin.auth.users',
    z.object({
      query: z.string().max(200).default(''),
      after: z.int().min(0).default(0),
      limit: z.int().min(1).max(200).default(50),
    }),
    z.object({ users: z.array(AdminUser) }),
    Batch,
  ),
  /** `user` is an id, an email or a username. Disabling ends every session. */
  setDisabled: rpc(
    'admin.auth.set-disabled',
    z.object({ user: z.string().min(1).max(254), disabled: z.boolean() }),
    AdminUser,
    Batch,
  ),
  /** Gives the user this role, and takes the one before. */
  setRole: rpc('admin.auth.set-role', z.object({ user: z.string().min(1).max(254), role: Role }), AdminUser, Batch),
  /** For somebody who is locked out: signing in needs the password alone again. */
  switchOffCodes: rpc(
    'admin.auth.one-time-codes.off',
    z.object({ user: z.string().min(1).max(254) }),
    z.object({ user: AdminUser, wereOn: z.boolean() }),
    Batch,
  ),
  /** A link with which a new password can be chosen, once. */
  resetPassword: rpc(
    'admin.auth.reset-password',
    z.object({ user: z.string().min(1).max(254) }),
    z.object({ user: AdminUser, link: z.string(), expiresAt: Instant }),
    Batch,
  ),
  /** Makes the account of a probe (ADR 21), or gives the one of this name a new password. */
  makeProbe: rpc('admin.auth.make-probe', z.object({ name: Username, password: NewPassword }), AdminUser, Batch),
  /** Deletions of accounts, in the order of ids: those that are not done, or all. */
  deletions: rpc(
    'admin.auth.deletions',
    z.object({
      after: z.int().min(0).default(0),
      all: z.boolean().default(false),
      limit: z.int().min(1).max(500).default(200),
    }),
    z.object({ deletions: z.array(AdminDeletion) }),
    Batch,
  ),
  /**
   * Carries out deletions of a file that were made before a backup was restored. Accounts that are gone, or younger
   * than the deletion, are left alone.
   */
  repeatDeletions: rpc(
    'admin.auth.repeat-deletions',
    z.object({
      deletions: z.array(z.object({ userId: Id, polls: z.enum(POLLS_AFTER_DELETION), requestedAt: Instant })).max(500),
    }),
    z.object({ started: z.array(Id) }),
    Batch,
  ),
  /** Open cases, the oldest first (docs/product.md#reports-and-cases). */
  cases: rpc(
    'admin.community.cases',
    z.object({ after: z.int().min(0).default(0), limit: z.int().min(1).max(500).default(200) }),
    z.object({ cases: z.array(AdminCase) }),
    Batch,
  ),
  /** Settings, pages and announcements, as in `instanceRpc` but without an account. */
  settings: rpc('admin.community.settings', z.object({}), VersionedSettings, Batch),
  saveSettings: rpc('admin.community.settings.save', SaveSettingsBody, VersionedSettings, Batch),
  pages: rpc('admin.community.pages', z.object({}), AdminPages.pick({ pages: true }), Batch),
  page: rpc(
    'admin.community.page',
    z.object({ kind: PageKind, version: z.int().min(1).optional() }),
    PageHistory,
    Batch,
  ),
  publishPage: rpc('admin.community.page.publish', PublishPageBody.extend({ kind: PageKind }), PageVersion, Batch),
  announcements: rpc('admin.community.announcements', z.object({}), Announcements, Batch),
  announce: rpc('admin.community.announce', AnnouncementBody, Announcement, Batch),
  endAnnouncement: rpc('admin.community.announcement.end', z.object({ announcementId: Id }), z.object({}), Batch),
  recountPolls: rpc('admin.polls.recount', z.object({}), Recount, { timeoutMs: 600_000 }),
  recountFollows: rpc('admin.social.recount', z.object({}), Recount, { timeoutMs: 600_000 }),
  recountNotifications: rpc('admin.notifications.recount', z.object({}), Recount, { timeoutMs: 600_000 }),
  /** Rebuilds the index from auth and polls, while searches go on. */
  rebuildSearch: rpc('admin.search.rebuild', z.object({}), z.object({ users: z.int().min(0), polls: z.int().min(0) }), {
    timeoutMs: 600_000,
  }),
};
