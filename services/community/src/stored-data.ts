import type { StoredData } from '@inkling/platform';
import type { Tables } from './tables.js';

/** What community stores about people, why and for how long (ADR 29). */
export const storedData: StoredData<Tables> = {
  log_entries: {
    about: 'people',
    holds: {
      en: 'What moderators and administrators decided, also about you.',
      de: 'Was Moderatoren und Verwalter entschieden haben, auch über dich.',
    },
    why: {
      en: 'So that decisions can be checked later.',
      de: 'Damit Entscheidungen später nachgeprüft werden können.',
    },
    kept: { for: 'ever' },
    exported: { not: 'Decisions about you reach you as notifications; with the account the entries lose your name.' },
  },
};
