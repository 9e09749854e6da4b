import type { DemoPoll } from '../demo/polls.mts';

/**
 * Polls that states need. `by` is the handle of their author, `lean` how the others vote, `hers` what Amara has voted
 * for.
 */
export interface CastPoll extends Omit<DemoPoll, 'comments'> {
  name: string;
  by: string;
  hers?: number;
}

export const POLLS: CastPoll[] = [
  {
    name: 'fresh',
    by: 'jonas',
    question: 'Should a library lend tools as well as books?',
    options: ['Yes, every one of them', 'Only where there is room', 'No, books are enough'],
    lean: [],
  },
  {
    name: 'ended',
    by: 'amara',
    question: 'Was it a good summer where you live?',
    options: ['The best in years', 'As always', 'We had a summer?'],
    lean: [3, 5, 1],
    days: 3,
  },
  {
    name: 'crowded',
    by: 'wilhelmina',
    question:
      'The committee for the refurbishment of the parish reading room has argued about this for three meetings and can not agree, so we ask everyone who reads there: which of the following six arrangements of the chairs, the lamps and the one long oak table would make you stay longest on a rainy afternoon?',
    options: [
      'The long table in the middle of the room, with all of the lamps above it and the chairs along both of its sides',
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
      'Chairs in pairs at the windows, one lamp for each pair',
      'No table at all',
      'A circle, as it was before 1974, when the stove was still lit and nobody minded the smell of it in their coats',
      'As it is',
    ],
    lean: [4, 1, 6, 0, 3, 2],
    hers: 4,
  },
  {
    name: 'rightToLeft',
    by: 'salma',
    question: 'ما أجمل وقت لقراءة كتاب في نهاية أسبوع طويل، حين يهدأ البيت أخيرًا؟',
    options: [
      'صباح الجمعة مع القهوة',
      'بعد الظهر',
      'آخر الليل',
      'في القطار أو الحافلة',
      'على شاطئ البحر',
      'لا وقت عندي للقراءة',
    ],
    lean: [7, 3, 5, 2, 3, 1],
    hers: 0,
  },
  {
    name: 'japanese',
    by: 'sakura',
    question: '雨の日曜日、友達が訪ねてきます。いちばん長く話し込んでしまうのはどの場所だと思いますか？',
    options: ['台所のテーブルで、お茶をいれながら', '駅前の古い喫茶店', '傘をさして川沿いを歩きながら', '電話で十分'],
    lean: [6, 4, 2, 0],
    hers: 1,
  },
  {
    name: 'tied',
    by: 'kwame',
    question: 'Tea or coffee, if it were your last cup?',
    options: ['Tea', 'Coffee', 'Water, thank you'],
    lean: [1, 1, 0],
  },
  {
    name: 'dive',
    by: 'lea',
    question: 'Night train or early flight?',
    options: ['Night train, I sleep anyway', 'Early flight, I want to be there', 'I would rather stay at home'],
    lean: [6, 3, 1],
    hers: 0,
    days: 6,
    scene: 'train',
    alt: 'A night train crosses a bridge under the stars.',
  },
];

/** What people say about the poll with the Deep Dive, in order. */
export const COMMENTS = [
  ['jonas', 'Vienna to Paris was the best night I have had on rails. Bring your own breakfast, though.'],
  ['salma', 'القطار الليلي طبعًا: تنام في مدينة وتستيقظ في أخرى.'],
  ['kwame', 'A flight at six means that I get up at three. That is no flight, that is a punishment.'],
  [
    'wilhelmina',
    `Tickets and timetables, all in one place:\nhttps://trains.example/${'night-trains-of-europe-'.repeat(5)}2026`,
  ],
  [
    'amara',
    'Thanks, all of you, and @jonas_w most: https://en.wikipedia.org/wiki/Night_train says the same. I have booked the couchette.',
  ],
];

/** What Amara has searched for. */
export const TOLD = ['coffee', 'night trains', 'amara', 'football'];

/** What the stand-in for a model writes for a Deep Dive, and what it cites. */
export const BRIEF = {
  output: {
    paragraphs: [
      'A sleeper from Vienna to Paris takes about 14 hours and replaces a night in a hotel. From door to door the flight saves roughly seven hours.',
      'Per passenger, rail on this route emits around a tenth of the CO₂ of flying. Fares differ most at short notice: seats on a night train rise less than those on an early flight.',
    ],
  },
  cites: [
    'https://www.eea.europa.eu/publications/rail-and-waterborne-transport',
    'https://back-on-track.eu/night-train-database',
    'https://en.wikipedia.org/wiki/Night_train',
  ],
};
