import { accountScreens } from './screens-account.mjs';
import { createScreens } from './screens-create.mjs';
import { feedScreens } from './screens-feed.mjs';
import { peopleScreens } from './screens-people.mjs';
import { pollScreens } from './screens-poll.mjs';
import { shareScreens } from './screens-share.mjs';
import { visitorScreens } from './screens-visitor.mjs';

/**
 * A picture to be taken.
 * @typedef {object} Screen
 * @property {string} name also the file's
 * @property {'visitor' | keyof import('./cast.mjs').Cast['people']} as who looks
 * @property {(cast: import('./cast.mjs').Cast) => string} path
 * @property {(page: import('playwright-core').Page, cast: import('./cast.mjs').Cast, look: import('./looks.mjs').Look)
 *   => Promise<unknown>} [before]
 * @property {(page: import('playwright-core').Page, cast: import('./cast.mjs').Cast, look: import('./looks.mjs').Look)
 *   => Promise<unknown>} [act]
 * once it is open: waits for what the picture is of, and brings its state about without changing anything on the server
 * @property {boolean} [full] the whole page and not only what fits the window
 * @property {boolean} [waiting] skeletons or a spinner are what it shows
 * @property {string} [locale] of the browser; en-US without it
 * @property {('tablet' | 'narrow')[]} [also] sizes that it is taken in besides phone and desktop
 * @property {boolean} [bare] not a page of the application
 * @property {boolean} [aged] needs what only the database can bring about
 */

/** @type {Screen[]} */
export const SCREENS = [
  ...visitorScreens,
  ...feedScreens,
  ...pollScreens,
  ...shareScreens,
  ...createScreens,
  ...peopleScreens,
  ...accountScreens,
];
