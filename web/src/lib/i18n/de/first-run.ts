import type { Translation } from '../translation';

export const firstRun = {
  lede: 'Der erste Strich ist deiner: Nimm eine Frage, ändere jedes Wort und schick sie drei Leuten.',
  decide: 'Zum Entscheiden',
  quarrel: 'Zum sanften Streiten',
  learn: 'Zum Kennenlernen',
  useThis: 'Diese nehmen',
  invite: 'Freunde einladen',
  q1: 'Wo treffen wir uns am Freitag?',
  q1a: 'Am Wasser',
  q1b: 'Bei mir',
  q1c: 'Überrasch uns',
  q2: 'Ananas auf Pizza?',
  q2a: 'Ja',
  q2b: 'Niemals',
  q2c: 'Nur kalt, nachts',
  q3: 'Wie bist du heute hergekommen?',
  q3a: 'Zu Fuß',
  q3b: 'Mit dem Rad',
  q3c: 'Mit Bus oder Bahn',
  q3d: 'Ich bin zu Hause geblieben',
} as const satisfies Translation['firstRun'];
