import type { Translation } from '../translation';

export const admin = {
  title: 'Verwaltung',
  short: 'Verwaltung',
  leave: 'Verlassen',
  back: 'Zurück zu Inkling',
  administrator: 'Verwalter',
  moderator: 'Moderator',
} as const satisfies Translation['admin'];
