import { z } from 'zod';
import { Cursor, Id, IdText, Instant } from '../common.js';
import { PersonRecord } from './cases.js';
import { Author } from '../author.js';
import { Role } from './users.js';

/** `GET /api/admin/people` (docs/product.md#people). */
export const PeopleQuery = z.object({
  /**
   * Words of a name, the beginning of a username, or an id; for administrators also a whole address. Everyone without
   * it.
   */
  q: z.string().trim().max(200).optional(),
  cursor: Cursor.optional(),
});

/** The state of an account. */
export const PersonState = z.object({
  suspended: z.object({ until: Instant.nullable(), actId: Id }).nullable(),
  silenced: z.boolean(),
  /** The operator has closed the account. */
  disabled: z.boolean(),
  /** When the deletion begins that the person has asked for. */
  deletionDueAt: Instant.nullable(),
});
export type PersonState = z.infer<typeof PersonState>;

/** A person as moderators and administrators see them. */
export const AdminPerson = Author.extend({
  role: Role,
  since: Instant,
  state: PersonState,
  /** Only for administrators. */
  email: z.string().optional(),
});
export type AdminPerson = z.infer<typeof AdminPerson>;

/** The newest accounts first. */
export const PeoplePage = z.object({ people: z.array(AdminPerson), nextCursor: Cursor.nullable() });
export type PeoplePage = z.infer<typeof PeoplePage>;

const Count = z.int().min(0).nullable();

/** `GET /api/admin/people/{userId}`. Never what the person voted. A count or list is null while its service is away. */
export const PersonDetails = AdminPerson.extend({
  hasCompletedProfile: z.boolean(),
  emailVerified: z.boolean(),
  /** Places where the person is signed in. */
  sessionsCount: z.int().min(0),
  followersCount: Count,
  followingCount: Count,
  pollsCount: Count,
  /** What was reported and decided; empty lists for oneself. */
  cases: PersonRecord.shape.cases.nullable(),
  acts: PersonRecord.shape.acts.nullable(),
});
export type PersonDetails = z.infer<typeof PersonDetails>;

export const PersonParam = z.object({ userId: IdText });
/** `POST /api/admin/people/{userId}/role`: needs a fresh proof. */
export const RoleBody = z.object({ role: Role });
