import { join } from 'node:path';

/** The folder of the pictures: one folder per look, and `index.html`, which shows all of them. */
export const PICTURES = join(import.meta.dirname, '../../.data/screenshots');

export const PASSWORD = 'inkling-demo';

/** `amara` has everything, `long` a name of full length, `newcomer` nothing yet, `unfinished` no profile. */
type Person = 'amara' | 'long' | 'newcomer' | 'unfinished';
/** The polls of `cast.yaml`. */
type Poll = 'fresh' | 'ended' | 'crowded' | 'rightToLeft' | 'japanese' | 'tied' | 'dive' | 'clip' | 'tall';

export type Ids = Record<Person | Poll, number>;

/** The people and polls that the screens show. */
export interface Cast {
  emails: Record<Person, string>;
  ids: Ids;
}

/** Hands the cast to the workers, which inherit the environment of the setup. */
export const shareCast = (cast: Cast): void => void (process.env['SCREENSHOTS_CAST'] = JSON.stringify(cast));
export const readCast = (): Cast => JSON.parse(process.env['SCREENSHOTS_CAST'] ?? '') as Cast;
