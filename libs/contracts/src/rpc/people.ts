import { z } from 'zod';
import { Cursor, Id } from '../common.js';
import { AdminPerson, PeoplePage, PersonDetails } from '../http/people.js';
import { Role } from '../http/users.js';
import { rpc } from './define.js';

/** Addresses are for administrators alone; the gateway has checked the role. */
const Asked = { addresses: z.boolean() };
const ByAdministrator = z.object({ userId: Id, administratorId: Id });

/** People, for moderators and administrators (docs/product.md#people). */
export const peopleRpc = {
  search: rpc(
    'auth.people.search',
    z.object({ ...Asked, q: z.string().max(200).default(''), cursor: Cursor.optional() }),
    PeoplePage,
    { retry: true },
  ),
  get: rpc(
    'auth.people.get',
    z.object({ ...Asked, userId: Id }),
    AdminPerson.extend(
      PersonDetails.pick({ hasCompletedProfile: true, emailVerified: true, sessionsCount: true }).shape,
    ),
    { retry: true },
  ),
  /** `sessionId` is the administrator's, which must have been proved lately. */
  setRole: rpc('auth.people.set-role', ByAdministrator.extend({ sessionId: z.uuid(), role: Role }), AdminPerson),
  signOut: rpc('auth.people.sign-out', ByAdministrator, z.object({}), { retry: true }),
};
