import { copiesOfAudiences, copyOfSettings, type StoredData } from '@inkling/platform';
import type { Tables } from './tables.js';

/** What polls stores about people, why and for how long (ADR 29). */
export const storedData: StoredData<Tables> = {
  authors: {
    about: 'people',
    holds: {
      en: 'Your name, username and picture beside your polls and comments; since when you have the account, and whether your address is confirmed.',
      de: 'Dein Name, Benutzername und Bild neben deinen Umfragen und Kommentaren; seit wann du das Konto hast und ob deine Adresse bestätigt ist.',
    },
    why: {
      en: 'So that polls show who asked, and to know who may ask where the operator limits it.',
      de: 'Damit Umfragen zeigen, wer fragt, und um zu wissen, wer fragen darf, wo der Betreiber es begrenzt.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of profile.json.' },
  },
  polls: {
    about: 'people',
    holds: {
      en: 'Your polls: question, options, pictures with their descriptions or video, how people vote, the answer of a quiz, end, topics.',
      de: 'Deine Umfragen: Frage, Optionen, Bilder mit ihren Beschreibungen oder Video, Art der Abstimmung, Antwort eines Quiz, Ende, Themen.',
    },
    why: {
      en: 'To show them.',
      de: 'Um sie zu zeigen.',
    },
    kept: { for: 'content' },
    exported: 'polls.json',
  },
  poll_counters: { about: 'nobody', holds: 'Sums of votes, likes and comments of a poll.', kept: { for: 'poll' } },
  moderated_counters: {
    about: 'nobody',
    holds: 'Sums of votes, likes and comments of a poll that moderators hide.',
    kept: { for: 'poll' },
  },
  moderated_comments: {
    about: 'people',
    holds: {
      en: 'Your comments that moderators hide.',
      de: 'Deine Kommentare, die die Moderation verbirgt.',
    },
    why: {
      en: 'To show them again if the decision is taken back.',
      de: 'Um sie wieder zu zeigen, wenn die Entscheidung zurückgenommen wird.',
    },
    kept: { for: 'content' },
    exported: 'comments.json',
  },
  due_ends: { about: 'nobody', holds: 'Ends of polls that are still to be announced.', kept: { for: 'work' } },
  votes: {
    about: 'people',
    holds: {
      en: 'Which options you chose in which poll, and when; of sealed polls only that you voted, not what and not when.',
      de:
        'Welche Optionen du in welcher Umfrage gewählt hast, und wann; von versiegelten Umfragen nur, dass du ' +
        'abgestimmt hast, nicht was und nicht wann.',
    },
    why: {
      en: 'To count your vote once, and to show you your choice. Nobody else is ever shown it.',
      de: 'Um deine Stimme einmal zu zählen und dir deine Wahl zu zeigen. Niemand sonst sieht sie je.',
    },
    kept: { for: 'vote' },
    exported: 'votes.json',
  },
  ballot_counts: {
    about: 'nobody',
    holds: 'How often each ballot was cast in a ranked or sealed poll.',
    kept: { for: 'poll' },
  },
  ballot_orders: { about: 'nobody', holds: 'The list of all orders that options can have.', kept: { for: 'work' } },
  sealed_changes: {
    about: 'nobody',
    holds: 'Sealed polls whose counts are still to be rewritten.',
    kept: { for: 'work' },
  },
  voter_draws: {
    about: 'nobody',
    holds: 'The sums of a poll when voters were last drawn for a notification.',
    kept: { for: 'poll' },
  },
  likes: {
    about: 'people',
    holds: {
      en: 'Which polls you like, and since when.',
      de: 'Welche Umfragen dir gefallen, und seit wann.',
    },
    why: {
      en: 'To count likes and to choose polls for you.',
      de: 'Um „Gefällt mir“ zu zählen und Umfragen für dich zu wählen.',
    },
    kept: { for: 'content' },
    exported: 'likes.json',
  },
  saves: {
    about: 'people',
    holds: {
      en: 'Which polls you saved, and when.',
      de: 'Welche Umfragen du gespeichert hast, und wann.',
    },
    why: {
      en: 'To show you your list.',
      de: 'Um dir deine Liste zu zeigen.',
    },
    kept: { for: 'content' },
    exported: 'saves.json',
  },
  reminders: {
    about: 'people',
    holds: {
      en: 'Of which polls you asked to be told the result, and when; until 30 days after their end.',
      de: 'Von welchen Umfragen du das Ergebnis wissen willst, und seit wann; bis 30 Tage nach ihrem Ende.',
    },
    why: {
      en: 'To notify you when they end.',
      de: 'Um dich zu benachrichtigen, wenn sie enden.',
    },
    kept: { for: 'content' },
    exported: 'reminders.json',
  },
  comments: {
    about: 'people',
    holds: {
      en: 'Your comments.',
      de: 'Deine Kommentare.',
    },
    why: {
      en: 'To show them under the poll.',
      de: 'Um sie unter der Umfrage zu zeigen.',
    },
    kept: { for: 'content' },
    exported: 'comments.json',
  },
  poll_statistics: {
    about: 'nobody',
    holds: 'How often a poll was seen, and how many of the people who commented voted.',
    kept: { for: 'poll' },
  },
  poll_activity: { about: 'nobody', holds: 'How active a poll has been lately.', kept: { for: 'poll' } },
  chosen_topics: {
    about: 'people',
    holds: {
      en: 'Topics that you chose.',
      de: 'Themen, die du gewählt hast.',
    },
    why: {
      en: 'To choose polls for you.',
      de: 'Um Umfragen für dich zu wählen.',
    },
    kept: { for: 'account' },
    exported: 'settings.json',
  },
  hidden_users: {
    about: 'people',
    holds: {
      en: 'Between whom there is a block, and whom you muted.',
      de: 'Zwischen wem es eine Blockierung gibt, und wen du stummgeschaltet hast.',
    },
    why: {
      en: 'To keep polls and comments out of sight.',
      de: 'Damit ihr Umfragen und Kommentare nicht seht.',
    },
    kept: { for: 'account' },
    exported: { not: 'Copies of what settings.json lists; nobody is told who has blocked them.' },
  },
  viewer_filters: {
    about: 'people',
    holds: {
      en: 'Words that you muted.',
      de: 'Wörter, die du stummgeschaltet hast.',
    },
    why: {
      en: 'To keep them out of your feed.',
      de: 'Damit sie nicht in deinem Feed stehen.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of what settings.json lists.' },
  },
  ...copyOfSettings,
  ...copiesOfAudiences,
};
