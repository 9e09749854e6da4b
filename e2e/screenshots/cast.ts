import { join } from 'node:path';

/** The folder of the pictures: one folder per look, and `index.html`, which shows all of them. */
export const PICTURES = join(import.meta.dirname, '../../.data/screenshots');

export const PASSWORD = 'inkling-demo';

/**
 * `amara` has everything, `long` a name of full length, `newcomer` nothing yet, `unfinished` no profile. `operator` is
 * an administrator, `moderator` a moderator, `warned` wrote what they decided about, `suspended` is suspended for a
 * week.
 */
type Person = 'amara' | 'long' | 'newcomer' | 'unfinished' | 'operator' | 'moderator' | 'warned' | 'suspended';
/** The polls of `cast.yaml`. */
export type Poll =
  | 'fresh'
  | 'ended'
  | 'crowded'
  | 'rightToLeft'
  | 'japanese'
  | 'tied'
  | 'dive'
  | 'clip'
  | 'tall'
  | 'reported'
  | 'hidden'
  | 'covered'
  | 'several'
  | 'ranked'
  | 'runOff'
  | 'quiz'
  | 'pictured'
  | 'sealed'
  | 'forFollowers';
/** The cases of `cast.yaml`, in its order. */
export type Case =
  | 'decidedCase'
  | 'appealCase'
  | 'ownActCase'
  | 'pollCase'
  | 'commentCase'
  | 'profileCase'
  | 'pictureCase'
  | 'flaggedCase';

export type Ids = Record<Person | Poll | Case, number>;

/** The people and polls that the screens show. */
export interface Cast {
  emails: Record<Person, string>;
  ids: Ids;
}

/** Hands the cast to the workers, which inherit the environment of the setup. */
export const shareCast = (cast: Cast): void => void (process.env['SCREENSHOTS_CAST'] = JSON.stringify(cast));
export const readCast = (): Cast => JSON.parse(process.env['SCREENSHOTS_CAST'] ?? '') as Cast;
