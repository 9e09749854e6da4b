import type { StoredData } from '@inkling/platform';
import type { Tables } from './tables.js';

/** What insights stores about people, why and for how long (ADR 29). */
export const storedData: StoredData<Tables> = {
  polls: {
    about: 'people',
    holds: {
      en: 'The words of your polls.',
      de: 'Die Wörter deiner Umfragen.',
    },
    why: {
      en: 'To write Deep Dives and to find topics.',
      de: 'Um Deep Dives zu schreiben und Themen zu finden.',
    },
    kept: { for: 'content' },
    exported: { not: 'A copy of polls.json.' },
  },
  deep_dives: {
    about: 'nobody',
    holds: 'Deep Dives: background to a poll, the same for everyone.',
    kept: { for: 'poll' },
  },
  leases: {
    about: 'people',
    holds: {
      en: 'Who asked for a Deep Dive that is being written, and from which network.',
      de: 'Wer nach einem Deep Dive gefragt hat, der gerade entsteht, und aus welchem Netz.',
    },
    why: {
      en: 'To give the call back if it fails.',
      de: 'Um den Abruf zurückzugeben, wenn er scheitert.',
    },
    kept: { days: 2, task: 'Removing old quotas and leases' },
    exported: { not: 'Gone within two days.' },
    networks: true,
  },
  user_quotas: {
    about: 'people',
    holds: {
      en: 'How many Deep Dives you had written on a day.',
      de: 'Wie viele Deep Dives du an einem Tag hast schreiben lassen.',
    },
    why: {
      en: 'To keep the daily limit.',
      de: 'Um die tägliche Grenze einzuhalten.',
    },
    kept: { days: 3, task: 'Removing old quotas and leases' },
    exported: 'settings.json',
  },
  network_quotas: {
    about: 'people',
    holds: {
      en: 'How many Deep Dives a network had written on a day.',
      de: 'Wie viele Deep Dives ein Netz an einem Tag hat schreiben lassen.',
    },
    why: {
      en: 'To keep the daily limit.',
      de: 'Um die tägliche Grenze einzuhalten.',
    },
    kept: { days: 2, task: 'Removing old quotas and leases' },
    exported: { not: 'Belongs to networks, not to people.' },
    networks: true,
  },
  daily_calls: {
    about: 'nobody',
    holds: 'How many calls to the model everyone together made on a day.',
    kept: { days: 91, task: 'Removing old quotas and leases' },
  },
  classifications: { about: 'nobody', holds: 'Topics, mood and language of polls.', kept: { for: 'poll' } },
  classification_queue: { about: 'nobody', holds: 'Polls whose topics are still to be found.', kept: { for: 'work' } },
};
