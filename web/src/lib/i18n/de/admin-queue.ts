import type { Translation } from '../translation';

export const adminQueue = {
  kind: 'Art',
  all: 'Alle',
  flagged: 'Auffällig',
  appeals: 'Widersprüche',
  open: '{count} offen, älteste zuerst',
  more: 'Mehr laden',
  failed: 'Die Fälle konnten nicht geladen werden',
  none: 'Hier wartet nichts. In dieser Liste erscheint, was Mitglieder melden und was von selbst auffällt.',
  profileOf: 'Profil von {name}',
  commentTitle: 'Kommentar: „{text}“',
  pictureTitle: 'Bild: „{text}“',
  pollTitle: '„{text}“',
  ruleNumber: 'Regel {number}',
  reports: { one: '{count} Meldung', other: '{count} Meldungen' },
  flaggedBy: 'Auffällig: {why}',
  flagWord: 'das Wort „{detail}“',
  flagDomain: 'ein Link zu {detail}',
  flagPolls: '{detail} Umfragen in kurzer Zeit',
  flagComments: '{detail} Kommentare in kurzer Zeit',
  flagVotes: '{detail} Stimmen in kurzer Zeit',
} as const satisfies Translation['adminQueue'];
