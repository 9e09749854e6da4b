import type { Translation } from '../translation';

export const announcements = {
  label: 'Ankündigungen',
  close: 'Schließen: {title}',
} satisfies Translation['announcements'];
