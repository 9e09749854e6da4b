import type { StoredData } from '@inkling/platform';
import type { Tables } from './tables.js';

/** What community stores about people, why and for how long (ADR 29). */
export const storedData: StoredData<Tables> = {
  reports: {
    about: 'people',
    holds: {
      en: 'What you have reported, with your words.',
      de: 'Was du gemeldet hast, mit deinen Worten.',
    },
    why: {
      en: 'So that moderators can look at it. They do not see who you are.',
      de: 'Damit Moderatoren es ansehen können. Wer du bist, sehen sie nicht.',
    },
    kept: { for: 'account' },
    exported: 'reports.json',
  },
  cases: {
    about: 'people',
    holds: {
      en: 'What others reported about you, and what you had written then.',
      de: 'Was andere über dich gemeldet haben und was du da geschrieben hattest.',
    },
    why: {
      en: 'So that moderators can decide, and check decisions later.',
      de: 'Damit Moderatoren entscheiden und Entscheidungen später nachprüfen können.',
    },
    kept: { for: 'account' },
    exported: { not: 'Holds what others reported. Your polls and comments are in their own files.' },
  },
  acts: {
    about: 'people',
    holds: {
      en: 'What moderators decided about you and your content, with the reason.',
      de: 'Was die Moderation über dich und deine Inhalte entschieden hat, mit dem Grund.',
    },
    why: {
      en: 'So that a decision holds, can be appealed and taken back.',
      de: 'Damit eine Entscheidung gilt, angefochten und zurückgenommen werden kann.',
    },
    kept: { for: 'account' },
    exported: { not: 'Decisions about you are in notifications.json.' },
  },
  object_states: { about: 'nobody', holds: 'Which polls and comments are hidden.', kept: { for: 'poll' } },
  person_states: {
    about: 'people',
    holds: {
      en: 'Whether you are suspended.',
      de: 'Ob du gesperrt bist.',
    },
    why: {
      en: 'To carry out what moderators decide.',
      de: 'Um auszuführen, was die Moderation entscheidet.',
    },
    kept: { for: 'account' },
    exported: { not: 'Decisions about you are in notifications.json.' },
  },
  appeals: {
    about: 'people',
    holds: {
      en: 'Your appeals against decisions, and the answers.',
      de: 'Deine Einsprüche gegen Entscheidungen, und die Antworten.',
    },
    why: {
      en: 'To decide them.',
      de: 'Um sie zu entscheiden.',
    },
    kept: { for: 'account' },
    exported: 'reports.json',
  },
  notices: {
    about: 'people',
    holds: {
      en: 'What you were told about decisions and your reports.',
      de: 'Was dir zu Entscheidungen und deinen Meldungen mitgeteilt wurde.',
    },
    why: {
      en: 'To tell you when a decision is taken back.',
      de: 'Um dir zu sagen, wenn eine Entscheidung zurückgenommen wird.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of notifications.json.' },
  },
  case_flags: {
    about: 'people',
    holds: {
      en: 'Why the server pointed out something of yours, such as a word on a list.',
      de: 'Warum der Server auf etwas von dir hingewiesen hat, etwa ein Wort auf einer Liste.',
    },
    why: {
      en: 'So that moderators look at it.',
      de: 'Damit Moderatoren es ansehen.',
    },
    kept: { for: 'account' },
    exported: { not: 'Holds what the server noticed. Your polls and comments are in their own files.' },
  },
  flag_windows: {
    about: 'people',
    holds: {
      en: 'How many polls and comments you wrote in ten minutes.',
      de: 'Wie viele Umfragen und Kommentare du in zehn Minuten geschrieben hast.',
    },
    why: {
      en: 'To notice floods.',
      de: 'Um Fluten zu bemerken.',
    },
    kept: { days: 1, task: 'Removing counts of what people wrote' },
    exported: { not: 'Counts that end within minutes.' },
  },
  daily_figures: { about: 'nobody', holds: 'How much was written and voted on each day.', kept: { for: 'ever' } },
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
  settings: {
    about: 'people',
    holds: {
      en: 'Which settings of the instance you saved as an administrator, and when.',
      de: 'Welche Einstellungen der Instanz du als Verwalter gespeichert hast, und wann.',
    },
    why: { en: 'To run the instance, and to undo mistakes.', de: 'Um die Instanz zu betreiben und Fehler zu beheben.' },
    kept: { for: 'ever' },
    exported: { not: 'Decisions about the instance; with the account they lose your name.' },
  },
  pages: {
    about: 'people',
    holds: {
      en: 'Which versions of rules, terms and other pages you published as an administrator, and when.',
      de: 'Welche Fassungen von Regeln, Nutzungsbedingungen und anderen Seiten du als Verwalter veröffentlicht hast, und wann.',
    },
    why: { en: 'So that everyone can read what counted when.', de: 'Damit nachzulesen ist, was wann galt.' },
    kept: { for: 'ever' },
    exported: { not: 'Pages that everyone can read; with the account they lose your name.' },
  },
  terms_acceptances: {
    about: 'people',
    holds: {
      en: 'Which versions of the terms you accepted, and when.',
      de: 'Welche Fassungen der Nutzungsbedingungen du angenommen hast, und wann.',
    },
    why: { en: 'To show that you did.', de: 'Um das nachzuweisen.' },
    kept: { for: 'account' },
    exported: 'settings.json',
  },
  announcements: {
    about: 'people',
    holds: {
      en: 'What you announced as an administrator, and when.',
      de: 'Was du als Verwalter angekündigt hast, und wann.',
    },
    why: { en: 'To show it to everyone.', de: 'Um es allen zu zeigen.' },
    kept: { for: 'ever' },
    exported: { not: 'Words of the operator to everyone; with the account they lose your name.' },
  },
  invitations: {
    about: 'people',
    holds: {
      en: 'Invitations that you made: code, how many people they let in, until when.',
      de: 'Einladungen von dir: Code, wie viele Menschen sie einlassen und bis wann.',
    },
    why: {
      en: 'So that the people whom you invite can join.',
      de: 'Damit die Menschen, die du einlädst, beitreten können.',
    },
    kept: { for: 'account' },
    exported: { not: 'Codes that let others in; the settings list them.' },
  },
  invitation_uses: {
    about: 'people',
    holds: {
      en: 'Which invitation you came with, and when.',
      de: 'Mit welcher Einladung du gekommen bist und wann.',
    },
    why: {
      en: 'So that an invitation lets in no more people than it should.',
      de: 'Damit eine Einladung nicht mehr Menschen einlässt, als sie soll.',
    },
    kept: { for: 'account' },
    exported: { not: 'An invitation of somebody else.' },
  },
  sign_up_requests: {
    about: 'people',
    holds: {
      en: 'That you asked to join. Until it is decided, your address and your answer.',
      de: 'Dass du beitreten wolltest. Bis zur Entscheidung deine Adresse und deine Antwort.',
    },
    why: {
      en: 'So that a moderator can decide.',
      de: 'Damit ein Moderator entscheiden kann.',
    },
    kept: { for: 'account' },
    exported: { not: 'Address and answer go with the decision; before it the page that waits shows them.' },
  },
};
