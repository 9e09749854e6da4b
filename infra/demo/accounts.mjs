import { LaunchFailure } from '../local/failure.mjs';
import { ApiFailure, Client } from './client.mjs';
import { profilePicture } from './pictures.mjs';

/** Password hashing is what takes time here, and the server does two at once. */
const AT_ONCE = 4;
const USERNAME_TRIES = 9;
const codeOf = (error) => (error instanceof ApiFailure ? error.code : undefined);

/** @typedef {{ person: import('./people.mjs').DemoPerson, client: Client, userId: number, created: boolean }} Member */

/**
 * Signs everyone in, up first where that is still to be done, and completes their profiles.
 * @param {import('./people.mjs').DemoPerson[]} people
 * @param {import('./run.mjs').DemoContext} context
 * @returns {Promise<Member[]>} in the order of the people
 */
export async function signInAll(people, context) {
  const [first, ...others] = people;
  // One look tells a new instance from one that has had these people: few log-ins should fail, since failures are
  // limited.
  const firstMember = await join(first, context, true);
  const rest = await context.progress.each(
    'People',
    others,
    (person) => join(person, context, !firstMember.created),
    AT_ONCE,
  );
  return [firstMember, ...rest];
}

async function join(person, context, known) {
  const { origin, password } = context.options;
  const credentials = { email: person.email, password };
  const client = new Client(origin, {
    onWait: (seconds) => context.progress.waiting(seconds),
    signIn: (self) => self.send('POST', '/api/auth/login', credentials),
  });
  const logIn = () => client.send('POST', '/api/auth/login', credentials).then((user) => ({ user, created: false }));
  const signUp = () =>
    client
      .send('POST', '/api/auth/signup', { ...credentials, name: person.name })
      .then((user) => ({ user, created: true }));
  const { user, created } = await (
    known
      ? logIn().catch(otherwise(['auth/user-not-found', 'auth/invalid-credential'], signUp))
      : signUp().catch(otherwise(['auth/email-already-in-use'], logIn))
  ).catch((error) => {
    if (!['auth/wrong-password', 'auth/email-already-in-use', 'auth/invalid-credential'].includes(codeOf(error)))
      throw error;
    throw new LaunchFailure(`${person.email} has signed up here with another password. Give it with --password.`, {
      cause: error,
    });
  });
  await complete(client, person, user, context);
  return { person, client, userId: user.id, created };
}

const otherwise = (codes, next) => (error) => {
  if (!codes.includes(codeOf(error))) throw error;
  return next();
};

async function complete(client, person, user, context) {
  if (user.hasCompletedProfile && (user.profilePicture || !context.media.taken)) return;
  const path = user.hasCompletedProfile ? '/api/users/me/update' : '/api/users/create-profile';
  const { name, username } = user.hasCompletedProfile ? user : person;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const fields = { name, username: attempt === 1 ? username : `${username}${attempt}` };
      await context.media.send(client, path, fields, 'profilePicture', () => profilePicture(person));
      return;
    } catch (error) {
      if (codeOf(error) !== 'username-taken' || attempt === USERNAME_TRIES) throw error;
    }
  }
}
