import type { Translation } from '../translation';

export const limits = {
  polls: { one: 'Mehr als {count} Umfrage {per} geht nicht', other: 'Mehr als {count} Umfragen {per} gehen nicht' },
  comments: {
    one: 'Mehr als {count} Kommentar {per} geht nicht',
    other: 'Mehr als {count} Kommentare {per} gehen nicht',
  },
  reactions: {
    one: 'Mehr als {count} Like oder Merker {per} geht nicht',
    other: 'Mehr als {count} Likes und Merker {per} gehen nicht',
  },
  follows: {
    one: 'Mehr als {count} neuer Person {per} kannst du nicht folgen',
    other: 'Mehr als {count} neuen Leuten {per} kannst du nicht folgen',
  },
  renames: {
    one: 'Mehr als {count} neuer Name {per} geht nicht',
    other: 'Mehr als {count} neue Namen {per} gehen nicht',
  },
  searches: { one: 'Mehr als {count} Suche {per} geht nicht', other: 'Mehr als {count} Suchen {per} gehen nicht' },
  uploads: { one: 'Mehr als {count} Datei {per} geht nicht', other: 'Mehr als {count} Dateien {per} gehen nicht' },
  acts: { one: 'Mehr als {count} {per} geht nicht', other: 'Mehr als {count} {per} gehen nicht' },
  perMinute: 'in der Minute',
  perMinutes: { one: 'in {count} Minute', other: 'in {count} Minuten' },
  perHour: 'in der Stunde',
  perDay: 'am Tag',
  perWeek: 'in der Woche',
  nextPoll: 'Die nächste kannst du um {time} stellen, in {wait}. Dein Entwurf bleibt da.',
  nextComment: 'Den nächsten kannst du um {time} schreiben, in {wait}. Dein Text bleibt da.',
  nextReaction: 'Weiter geht es um {time}, in {wait}.',
  nextFollow: 'Der nächsten Person kannst du um {time} folgen, in {wait}.',
  nextRename: 'Den nächsten kannst du um {time} wählen, in {wait}.',
  nextSearch: 'Die nächste Suche geht um {time}, in {wait}.',
  nextUpload: 'Die nächste kannst du um {time} hinzufügen, in {wait}.',
  nextAct: 'Weiter geht es um {time}, in {wait}.',
  seconds: { one: '{count} Sekunde', other: '{count} Sekunden' },
  minutes: { one: '{count} Minute', other: '{count} Minuten' },
  hours: { one: '{count} Stunde', other: '{count} Stunden' },
  days: { one: '{count} Tag', other: '{count} Tagen' },
} as const satisfies Translation['limits'];
