import { copiesOfBlocks, copiesOfAudiences, type StoredData } from '@inkling/platform';
import type { Tables } from './tables.js';

/** What search stores about people, why and for how long (ADR 29). */
export const storedData: StoredData<Tables> = {
  poll_documents: {
    about: 'people',
    holds: {
      en: 'The words of your polls.',
      de: 'Die Wörter deiner Umfragen.',
    },
    why: {
      en: 'So that they can be found.',
      de: 'Damit sie gefunden werden.',
    },
    kept: { for: 'content' },
    exported: { not: 'A copy of polls.json.' },
  },
  user_documents: {
    about: 'people',
    holds: {
      en: 'Your name and username.',
      de: 'Dein Name und Benutzername.',
    },
    why: {
      en: 'So that you can be found.',
      de: 'Damit du gefunden wirst.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of profile.json.' },
  },
  words: { about: 'nobody', holds: 'Words of all polls and names, to correct typing mistakes.', kept: { for: 'ever' } },
  recent_searches: {
    about: 'people',
    holds: {
      en: 'Your latest ten searches.',
      de: 'Deine letzten zehn Suchen.',
    },
    why: {
      en: 'To offer them again.',
      de: 'Um sie wieder anzubieten.',
    },
    kept: { for: 'content' },
    exported: 'searches.json',
  },
  topic_activity: { about: 'nobody', holds: 'How active a topic has been lately.', kept: { for: 'ever' } },
  ...copiesOfBlocks,
  ...copiesOfAudiences,
};
