import { copiesOfAudiences, type StoredData } from '@inkling/platform';
import type { Tables } from './tables.js';

/** What social stores about people, why and for how long (ADR 29). */
export const storedData: StoredData<Tables> = {
  follows: {
    about: 'people',
    holds: {
      en: 'Whom you follow and who follows you, and since when.',
      de: 'Wem du folgst und wer dir folgt, und seit wann.',
    },
    why: {
      en: 'To show lists, and to announce new polls.',
      de: 'Um Listen zu zeigen und neue Umfragen anzukündigen.',
    },
    kept: { for: 'content' },
    exported: 'follows.json',
  },
  follow_counts: {
    about: 'people',
    holds: {
      en: 'How many you follow, and how many follow you.',
      de: 'Wie vielen du folgst und wie viele dir folgen.',
    },
    why: {
      en: 'To show the numbers on your profile.',
      de: 'Um die Zahlen in deinem Profil zu zeigen.',
    },
    kept: { for: 'account' },
    exported: { not: 'Sums of what follows.json lists.' },
  },
  blocks: {
    about: 'people',
    holds: {
      en: 'Whom you blocked, and when.',
      de: 'Wen du blockiert hast, und wann.',
    },
    why: {
      en: 'To keep you out of sight of each other.',
      de: 'Damit ihr einander nicht begegnet.',
    },
    kept: { for: 'content' },
    exported: 'settings.json',
  },
  mutes: {
    about: 'people',
    holds: {
      en: 'Whom you muted, and when.',
      de: 'Wen du stummgeschaltet hast, und wann.',
    },
    why: {
      en: 'To keep them out of your sight.',
      de: 'Damit du ihnen nicht begegnest.',
    },
    kept: { for: 'content' },
    exported: 'settings.json',
  },
  muted_words: {
    about: 'people',
    holds: {
      en: 'Words that you muted.',
      de: 'Wörter, die du stummgeschaltet hast.',
    },
    why: {
      en: 'To keep them out of your feed.',
      de: 'Damit sie nicht in deinem Feed stehen.',
    },
    kept: { for: 'content' },
    exported: 'settings.json',
  },
  polls: {
    about: 'people',
    holds: {
      en: 'Which polls you asked, and when.',
      de: 'Welche Umfragen du gestellt hast, und wann.',
    },
    why: {
      en: 'To show people with new polls.',
      de: 'Um Leute mit neuen Umfragen zu zeigen.',
    },
    kept: { for: 'content' },
    exported: { not: 'A copy of polls.json.' },
  },
  poll_authors: {
    about: 'people',
    holds: {
      en: 'Your newest poll.',
      de: 'Deine neueste Umfrage.',
    },
    why: {
      en: 'To show people with new polls.',
      de: 'Um Leute mit neuen Umfragen zu zeigen.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of polls.json.' },
  },
  profiles: {
    about: 'people',
    holds: {
      en: 'Your name, username and picture in lists of people.',
      de: 'Dein Name, Benutzername und Bild in Listen von Leuten.',
    },
    why: {
      en: 'To show the lists.',
      de: 'Um die Listen zu zeigen.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of profile.json.' },
  },
  silenced_people: copiesOfAudiences.restricted_authors,
};
