/** Sample polls and testimonials of the landing page; people and numbers are invented. */

export interface SamplePoll {
  author: { id: number; name: string; username: string };
  ago: string;
  question: string;
  /** Most votes first. */
  options: { text: string; votes: number }[];
  left: string;
  likes: number;
  comments: number;
  ink: 'citron' | 'mint' | 'sky' | 'apricot';
}

export const SAMPLES: readonly SamplePoll[] = [
  {
    author: { id: 6, name: 'Mateus Ferreira', username: 'mateusf' },
    ago: '12m',
    question: 'Pineapple on pizza: where do you stand?',
    options: [
      { text: 'Absolutely, with honey', votes: 412 },
      { text: 'On the side, maybe', votes: 239 },
      { text: 'Only on savoury pizza', votes: 168 },
      { text: 'Never, and I’ll leave the table', votes: 97 },
    ],
    left: '1 day left',
    likes: 86,
    comments: 41,
    ink: 'citron',
  },
  {
    author: { id: 3, name: 'Priya Raghavan', username: 'priya_r' },
    ago: '2h',
    question: 'Best seat on a long train ride?',
    options: [
      { text: 'Window, facing forward', votes: 688 },
      { text: 'Aisle, easy exit', votes: 341 },
      { text: 'Wherever there is a socket', votes: 305 },
      { text: 'The dining car, all day', votes: 152 },
    ],
    left: '3 days left',
    likes: 129,
    comments: 58,
    ink: 'mint',
  },
  {
    author: { id: 2, name: 'Jonas Lindqvist', username: 'jonaslq' },
    ago: '26m',
    question: 'When does your weekend really start?',
    options: [
      { text: 'Friday, around lunch', votes: 903 },
      { text: 'Friday, last meeting', votes: 771 },
      { text: 'Saturday morning', votes: 214 },
      { text: 'It never does', votes: 166 },
    ],
    left: '5 days left',
    likes: 241,
    comments: 97,
    ink: 'sky',
  },
  {
    author: { id: 5, name: 'Diego Salazar', username: 'diegosal' },
    ago: '5h',
    question: 'What goes into the bowl first?',
    options: [
      { text: 'Cereal, obviously', votes: 1204 },
      { text: 'Breakfast is coffee', votes: 322 },
      { text: 'Milk, and I stand by it', votes: 187 },
      { text: 'Fruit, then we’ll see', votes: 96 },
    ],
    left: '12 hours left',
    likes: 310,
    comments: 164,
    ink: 'apricot',
  },
];

export interface Testimonial {
  quote: string;
  name: string;
  role: string;
  portrait: string;
  /** Ink of the stub, and of the portrait. */
  ink: string;
  face: string;
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    quote: 'I asked my students one question on Monday. By Wednesday four hundred strangers were arguing about it, politely.',
    name: 'Šárka Dvořáková',
    role: 'Teacher, Brno',
    portrait: '/portraits/v1.svg',
    ink: 'apricot',
    face: 'orchid',
  },
  {
    quote: 'My listeners used to send opinions. Now they send a count, and the next episode writes itself.',
    name: 'Kwame Boateng',
    role: 'Podcast host, Accra',
    portrait: '/portraits/k1.svg',
    ink: 'mint',
    face: 'apricot',
  },
  {
    quote: 'Five names, one evening, nine hundred votes. The name I liked came last. Best money we never spent.',
    name: 'Yuna Kim',
    role: 'Product designer, Busan',
    portrait: '/portraits/y1.svg',
    ink: 'sky',
    face: 'sky',
  },
];

/** Faces on the social ballot. */
export const FACES = [
  { portrait: '/portraits/i1.svg', ink: 'citron' },
  { portrait: '/portraits/k1.svg', ink: 'apricot' },
  { portrait: '/portraits/y1.svg', ink: 'sky' },
];
