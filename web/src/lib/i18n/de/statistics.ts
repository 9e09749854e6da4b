import type { Translation } from '../translation';

export const statistics = {
  title: 'Statistik',
  text: 'Das siehst nur du. Hier steht nie, wer abgestimmt hat, und nie wofür.',
  failed: 'Die Statistik lässt sich nicht laden',
  time: 'Stimmen im Verlauf',
  inGroups: 'In Gruppen von mindestens fünf Stimmen, jede erst nach ihrer Stunde. Der letzte Punkt ist die Summe.',
  fewVotes: 'Ab zehn Stimmen siehst du hier, wie sie eingingen, sobald Stunden vorbei sind.',
  tooShort: 'Zu wenige Stimmen, oder in zu kurzer Zeit, um zu zeigen, wann sie kamen.',
  sealedTime:
    'Bei einer versiegelten Umfrage ist nicht gespeichert, wann jemand abgestimmt hat. Darum gibt es keine Kurve.',
  caption: 'Stimmen bis zum jeweiligen Zeitpunkt',
  until: 'Bis',
  total: 'Stimmen',
  views: 'Aufrufe',
  page: 'Seite geladen',
  feed: 'In Listen gezeigt',
  few: 'weniger als 5',
  atLeast: 'mindestens {count}',
  viewsText:
    'Wie oft die Seite der Umfrage geladen wurde, und wie oft ein Feed oder eine andere Liste mit ihr. Deine eigenen ' +
    'Besuche zählen mit. Gezählt bis zur letzten vollen Stunde; gespeichert sind nur die Zahlen, ' +
    'nie wer es war.',
  commenters: 'Abstimmende, die kommentiert haben',
  untold: 'Nicht zu sagen',
  upTo: 'höchstens {percent}',
  from: 'mindestens {percent}',
  between: '{least} bis {most}',
  nobody: 'Niemand außer vielleicht dir hat kommentiert.',
  people: { one: 'Außer dir hat {count} Person kommentiert.', other: 'Außer dir haben {count} Personen kommentiert.' },
  open: 'Solange die Umfrage läuft, würde der genaue Anteil verraten, wer abgestimmt hat.',
  ended: 'Einmal ermittelt, und als Spanne, wo der genaue Anteil verraten würde, wer abgestimmt hat.',
  soon: 'Ab fünf Abstimmenden.',
  sealedCommenters: 'Nicht bei einer versiegelten Umfrage: Es würde sagen, wer abgestimmt hat.',
  download: 'Ergebnis herunterladen',
  csv: 'CSV',
  json: 'JSON',
  picture: 'Bild',
  notYet:
    'Das Ergebnis kannst du herunterladen, wenn du abgestimmt oder es angesehen hast, oder wenn die Umfrage beendet ist.',
  downloadFailed: 'Herunterladen hat nicht geklappt',
} as const satisfies Translation['statistics'];
