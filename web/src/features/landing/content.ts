import type { MessageKey, MessageVars } from '../../lib/i18n';

/**
 * Sample polls and testimonials of the landing page; people and numbers are invented, and their sentences are in the
 * catalogue.
 */

export interface SamplePoll {
  author: { id: number; name: string; username: string };
  age: [MessageKey, MessageVars];
  question: MessageKey;
  /** Most votes first. */
  options: { text: MessageKey; votes: number }[];
  left: [MessageKey, MessageVars];
  likes: number;
  comments: number;
  ink: 'citron' | 'mint' | 'sky' | 'apricot';
}

export const SAMPLES: readonly SamplePoll[] = [
  {
    author: { id: 6, name: 'Mateus Ferreira', username: 'mateusf' },
    age: ['time.minutes', { count: 12 }],
    question: 'landing.sample1',
    options: [
      { text: 'landing.sample1Option1', votes: 412 },
      { text: 'landing.sample1Option2', votes: 239 },
      { text: 'landing.sample1Option3', votes: 168 },
      { text: 'landing.sample1Option4', votes: 97 },
    ],
    left: ['time.daysLeft', { count: 1 }],
    likes: 86,
    comments: 41,
    ink: 'citron',
  },
  {
    author: { id: 3, name: 'Priya Raghavan', username: 'priya_r' },
    age: ['time.hours', { count: 2 }],
    question: 'landing.sample2',
    options: [
      { text: 'landing.sample2Option1', votes: 688 },
      { text: 'landing.sample2Option2', votes: 341 },
      { text: 'landing.sample2Option3', votes: 305 },
      { text: 'landing.sample2Option4', votes: 152 },
    ],
    left: ['time.daysLeft', { count: 3 }],
    likes: 129,
    comments: 58,
    ink: 'mint',
  },
  {
    author: { id: 2, name: 'Jonas Lindqvist', username: 'jonaslq' },
    age: ['time.minutes', { count: 26 }],
    question: 'landing.sample3',
    options: [
      { text: 'landing.sample3Option1', votes: 903 },
      { text: 'landing.sample3Option2', votes: 771 },
      { text: 'landing.sample3Option3', votes: 214 },
      { text: 'landing.sample3Option4', votes: 166 },
    ],
    left: ['time.daysLeft', { count: 5 }],
    likes: 241,
    comments: 97,
    ink: 'sky',
  },
  {
    author: { id: 5, name: 'Diego Salazar', username: 'diegosal' },
    age: ['time.hours', { count: 5 }],
    question: 'landing.sample4',
    options: [
      { text: 'landing.sample4Option1', votes: 1204 },
      { text: 'landing.sample4Option2', votes: 322 },
      { text: 'landing.sample4Option3', votes: 187 },
      { text: 'landing.sample4Option4', votes: 96 },
    ],
    left: ['time.hoursLeft', { count: 12 }],
    likes: 310,
    comments: 164,
    ink: 'apricot',
  },
];

export interface Testimonial {
  quote: MessageKey;
  name: string;
  role: MessageKey;
  portrait: string;
  /** Ink of the stub, and of the portrait. */
  ink: string;
  face: string;
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    quote: 'landing.voice1',
    name: 'Šárka Dvořáková',
    role: 'landing.voice1Role',
    portrait: '/portraits/v1.svg',
    ink: 'apricot',
    face: 'orchid',
  },
  {
    quote: 'landing.voice2',
    name: 'Kwame Boateng',
    role: 'landing.voice2Role',
    portrait: '/portraits/k1.svg',
    ink: 'mint',
    face: 'apricot',
  },
  {
    quote: 'landing.voice3',
    name: 'Yuna Kim',
    role: 'landing.voice3Role',
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
