import type { Role } from '@inkling/contracts';

/** Roles in order of what they may do; each may do what the roles before it may. */
const RANKS: readonly Role[] = ['member', 'moderator', 'administrator'];

/** Whether a role may do what the needed role may; false without a role. */
export const hasRole = (role: Role | undefined, needed: Role): boolean =>
  role !== undefined && RANKS.indexOf(role) >= RANKS.indexOf(needed);
