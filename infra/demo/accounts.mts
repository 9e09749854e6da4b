import { LaunchFailure } from '../local/failure.mjs';
import { ApiFailure, Client } from './client.mts';
import { profilePicture } from './pictures.mts';
import type { DemoPerson } from './people.mts';
import type { DemoContext } from './run.mts';

/** Password hashing is what takes time here, and the server does two at once. */
const AT_ONCE = 4;
const USERNAME_TRIES = 9;
const codeOf = (error: unknown) => (error instanceof ApiFailure ? error.code : undefined);

interface SignedIn {
  id: number;
  name: string;
  username: string;
  hasCompletedProfile: boolean;
  profilePicture: string | null;
}

export interface Member {
  person: DemoPerson;
  client: Client;
  userId: number;
  created: boolean;
}

/**
 * Signs everyone in, up first where that is still to be done, and completes their profiles.
 * @returns in the order of the people
 */
export async function signInAll(people: DemoPerson[], context: DemoContext): Promise<Member[]> {
  const [first, ...others] = people;
  if (!first) return [];
  // The first person shows whether the instance knows these people. Failed log-ins are limited, so few should fail.
  const firstMember = await join(first, context, true);
  const rest = await context.progress.each(
    'People',
    others,
    (person) => join(person, context, !firstMember.created),
    AT_ONCE,
  );
  return [firstMember, ...rest];
}

async function join(person: DemoPerson, context: DemoContext, known: boolean) {
  const { origin, password } = context.options;
  const credentials = { email: person.email, password };
  const client = new Client(origin, {
    onWait: (seconds) => context.progress.waiting(seconds),
    signIn: (self) => self.send('POST', '/api/auth/login', credentials),
  });
  const logIn = () =>
    client.send<SignedIn>('POST', '/api/auth/login', credentials).then((user) => ({ user, created: false }));
  const signUp = () =>
    client
      .send<SignedIn>('POST', '/api/auth/signup', { ...credentials, name: person.name })
      .then((user) => ({ user, created: true }));
  const { user, created } = await (
    known
      ? logIn().catch(otherwise(['auth/user-not-found', 'auth/invalid-credential'], signUp))
      : signUp().catch(otherwise(['auth/email-already-in-use'], logIn))
  ).catch((error) => {
    if (!['auth/wrong-password', 'auth/email-already-in-use', 'auth/invalid-credential'].includes(codeOf(error) ?? ''))
      throw error;
    throw new LaunchFailure(`${person.email} has signed up here with another password. Give it with --password.`, {
      cause: error,
    });
  });
  await complete(client, person, user, context);
  return { person, client, userId: user.id, created };
}

const otherwise =
  <T,>(codes: string[], next: () => Promise<T>) =>
  (error: unknown) => {
    if (!codes.includes(codeOf(error) ?? '')) throw error;
    return next();
  };

async function complete(client: Client, person: DemoPerson, user: SignedIn, context: DemoContext) {
  if (user.hasCompletedProfile && (user.profilePicture || !context.media.taken)) return;
  const path = user.hasCompletedProfile ? '/api/users/me/update' : '/api/users/create-profile';
  const { name, username } = user.hasCompletedProfile ? user : person;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const fields = { name, username: attempt === 1 ? username : `${username}${attempt}` };
      await context.media.send(client, path, fields, { profilePicture: () => profilePicture(person) });
      return;
    } catch (error) {
      if (codeOf(error) !== 'username-taken' || attempt === USERNAME_TRIES) throw error;
    }
  }
}
