import type { DemoPoll } from './polls.mts';

export const polls: DemoPoll[] = [
  {
    question: 'Wie heißt das runde Ding vom Bäcker bei euch?',
    options: ['Brötchen', 'Semmel', 'Schrippe', 'Weckle', 'Rundstück'],
    lean: [8, 6, 3, 4, 2],
    open: true,
    comments: [
      'In Wien: Semmel. Alles andere wird nicht verkauft.',
      'Weckle, und zwar mit Butter und sonst nichts.',
      'Als Hamburger sage ich Rundstück und bekomme in Berlin nur fragende Blicke.',
    ],
  },
  {
    question: 'Tempolimit auf der Autobahn?',
    options: ['Ja, 130', 'Ja, aber höher', 'Nein'],
    lean: [9, 3, 5],
    days: 30,
    comments: [
      'Seit ich in Dänemark lebe, komme ich entspannter an.',
      'Auf leeren Strecken nachts sehe ich den Sinn nicht.',
      '130 und dafür bitte pünktliche Züge.',
    ],
  },
  {
    question: 'Wohin mit dem gesparten Weihnachtsgeld?',
    options: ['Rücklage', 'Urlaub', 'Neues Fahrrad', 'Geschenke'],
    lean: [7, 6, 4, 3],
    days: 25,
    scene: 'bicycle',
    alt: 'Ein Fahrrad vor einer Wand, dahinter eine große Sonne.',
    comments: ['Fahrrad! Meins hat letzte Woche endgültig aufgegeben.', 'Welches Weihnachtsgeld?'],
  },
  {
    question: 'Wie lüftet ihr im Winter?',
    options: ['Stoßlüften, dreimal am Tag', 'Fenster auf Kipp', 'Gar nicht', 'Die Anlage macht das'],
    lean: [11, 3, 1, 4],
    comments: [
      'Stoßlüften ist kein Hobby, es ist eine Lebenseinstellung.',
      'Auf Kipp heizt nur die Straße.',
      'Meine Katze entscheidet das.',
    ],
  },
  {
    question: 'Welches Spiel kommt beim nächsten Spieleabend auf den Tisch?',
    options: ['Etwas Kooperatives', 'Ein langes Strategiespiel', 'Karten', 'Ein Quiz'],
    lean: [7, 5, 4, 4],
    days: 6,
    scene: 'moon',
    alt: 'Ein Vollmond mit Sternen über einem Hügel, auf dem ein Haus mit hellem Fenster steht.',
    comments: [
      'Kooperativ, sonst redet wieder jemand bis Dienstag nicht mit mir.',
      'Lang ist gut, aber bitte vor Mitternacht fertig.',
      'Ich bringe Käsespätzle mit, ihr bringt die Regeln.',
    ],
  },
  {
    question: 'Duzen in der Stellenanzeige: sympathisch oder anbiedernd?',
    options: ['Sympathisch', 'Anbiedernd', 'Kommt auf die Branche an'],
    lean: [6, 4, 8],
    days: 11,
    comments: [
      'Beim Notar hätte ich es gern förmlich.',
      'Solange das Gehalt dabeisteht, dürfen sie mich nennen, wie sie wollen.',
    ],
  },
  {
    question: 'Reicht eine Woche, um eine fremde Stadt kennenzulernen?',
    options: ['Ja', 'Nein', 'Zum Verlieben schon'],
    lean: [4, 6, 9],
    scene: 'city',
    alt: 'Eine Reihe hoher und niedriger Häuser mit erleuchteten Fenstern.',
    comments: [
      'Lissabon hat einen Nachmittag gebraucht.',
      'Man kennt eine Stadt, wenn man weiß, wo es guten Kaffee und wo es Schrauben gibt.',
    ],
  },
];
