import { auth } from './en/auth';
import { create } from './en/create';
import { feed } from './en/feed';
import { invite } from './en/invite';
import { landing } from './en/landing';
import { polls } from './en/polls';
import { profile } from './en/profile';
import { profileSetup } from './en/profile-setup';
import { session } from './en/session';
import { shell } from './en/shell';
import { ui } from './en/ui';

/** Everything that the interface says, in English, by area. */
export const en = { auth, create, feed, invite, landing, polls, profile, profileSetup, session, shell, ui };
