import { auth } from './en/auth';
import { invite } from './en/invite';
import { landing } from './en/landing';
import { profileSetup } from './en/profile-setup';
import { shell } from './en/shell';
import { session } from './en/session';
import { ui } from './en/ui';

/** Everything that the interface says, in English, by area. */
export const en = { auth, invite, landing, profileSetup, session, shell, ui };
