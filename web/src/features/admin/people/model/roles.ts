import type { Role } from '@inkling/contracts';
import type { MessageKey } from '../../../../lib/i18n';

/** Roles and their names, from the least to the most. */
export const ROLES = [
  { role: 'member', label: 'adminPeople.member' },
  { role: 'moderator', label: 'admin.moderator' },
  { role: 'administrator', label: 'admin.administrator' },
] as const satisfies readonly { role: Role; label: MessageKey }[];
