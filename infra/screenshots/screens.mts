import { accountScreens } from './screens-account.mts';
import { createScreens } from './screens-create.mts';
import { feedScreens } from './screens-feed.mts';
import { peopleScreens } from './screens-people.mts';
import { pollScreens } from './screens-poll.mts';
import { shareScreens } from './screens-share.mts';
import { visitorScreens } from './screens-visitor.mts';
import type { Cast } from './cast.mts';
import type { Page } from 'playwright-core';
import type { Look } from './looks.mts';

/** A picture to be taken. */
export interface Screen {
  /** Also the file's. */
  name: string;
  /** Who looks. */
  as: 'visitor' | keyof Cast['people'];
  path: (cast: Cast) => string;
  before?: (page: Page, cast: Cast, look: Look) => Promise<unknown>;
  /** Once it is open: waits for what the picture is of, and brings its state about without changing anything on the server. */
  act?: (page: Page, cast: Cast, look: Look) => Promise<unknown>;
  /** The whole page and not only what fits the window. */
  full?: boolean;
  /** Skeletons or a spinner are what it shows. */
  waiting?: boolean;
  /** Of the browser; en-US without it. */
  locale?: string;
  /** Sizes that it is taken in besides phone and desktop. */
  also?: ('tablet' | 'narrow')[];
  /** Not a page of the application. */
  bare?: boolean;
  /** Needs what only the database can bring about. */
  aged?: boolean;
}

export const SCREENS: Screen[] = [
  ...visitorScreens,
  ...feedScreens,
  ...pollScreens,
  ...shareScreens,
  ...createScreens,
  ...peopleScreens,
  ...accountScreens,
];
