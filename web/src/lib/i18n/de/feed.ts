import type { Translation } from '../translation';

export const feed = {
  title: 'Start',
  recent: 'Neueste Umfragen',
  newPoll: ', neue Umfrage',
  empty: 'Noch keine Umfragen',
  create: 'Umfrage erstellen',
  failed: 'Die Umfragen konnten nicht geladen werden. Bitte versuche es noch einmal.',
} as const satisfies Translation['feed'];
