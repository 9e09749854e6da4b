import type { Role } from '@inkling/contracts';
import type { MessageKey } from '../../lib/i18n';
import { hasRole } from '../../lib/roles';
import { lazyPage, type LazyPage } from '../lazy-page';
import type { AdminIconName } from './admin-icon';

/** A screen of the administration. */
export interface AdminEntry {
  /** Below /admin. */
  path: string;
  /** Parameters after the path, such as `:caseId?`. */
  parameters?: string;
  label: MessageKey;
  icon: AdminIconName;
  /** The least role that may open it. */
  role: Exclude<Role, 'member'>;
  page: LazyPage;
}

/** Every screen, in order of the navigation. */
const ENTRIES: readonly AdminEntry[] = [
  {
    path: 'overview',
    label: 'admin.overview',
    icon: 'overview',
    role: 'moderator',
    page: lazyPage(() => import('../../features/admin/overview/overview-page')),
  },
  {
    path: 'queue',
    parameters: ':caseId?',
    label: 'admin.queue',
    icon: 'queue',
    role: 'moderator',
    page: lazyPage(() => import('../../features/admin/queue/queue-page')),
  },
  {
    path: 'people',
    parameters: ':userId?',
    label: 'admin.people',
    icon: 'people',
    role: 'moderator',
    page: lazyPage(() => import('../../features/admin/people/people-page')),
  },
  {
    path: 'requests',
    label: 'admin.requests',
    icon: 'requests',
    role: 'moderator',
    page: lazyPage(() => import('../../features/admin/requests/requests-page')),
  },
  {
    path: 'log',
    label: 'admin.log',
    icon: 'log',
    role: 'moderator',
    page: lazyPage(() => import('../../features/admin/log/log-page')),
  },
  {
    path: 'settings',
    label: 'admin.settings',
    icon: 'settings',
    role: 'administrator',
    page: lazyPage(() => import('../../features/admin/settings/settings-page')),
  },
  {
    path: 'pages',
    label: 'admin.pages',
    icon: 'pages',
    role: 'administrator',
    page: lazyPage(() => import('../../features/admin/pages/pages-page')),
  },
  {
    path: 'invitations',
    label: 'admin.invitations',
    icon: 'invitations',
    role: 'administrator',
    page: lazyPage(() => import('../../features/admin/invitations/invitations-page')),
  },
  {
    path: 'announcements',
    label: 'admin.announcements',
    icon: 'announcements',
    role: 'administrator',
    page: lazyPage(() => import('../../features/admin/announcements/announcements-page')),
  },
  {
    path: 'health',
    label: 'admin.health',
    icon: 'health',
    role: 'administrator',
    page: lazyPage(() => import('../../features/admin/health/health-page')),
  },
];

/** The screens that a role may open. */
export const entriesFor = (role: Role | undefined): AdminEntry[] =>
  ENTRIES.filter((entry) => hasRole(role, entry.role));
