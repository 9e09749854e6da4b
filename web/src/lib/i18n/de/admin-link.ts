import type { Translation } from '../translation';

export const adminLink = {
  title: 'Verwaltung',
} as const satisfies Translation['adminLink'];
