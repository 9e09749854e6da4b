import { LaunchFailure } from '../local/failure.mjs';
import { signInAll, type Member } from './accounts.mts';
import { Client } from './client.mts';
import { Media } from './media.mts';
import { HELP, parseOptions, type DemoOptions } from './options.mts';
import { people } from './people.mts';
import { choosePolls } from './polls.mts';
import { Progress } from './progress.mts';
import { publishAll } from './publish.mts';
import { commentAll, followAll, reactAll } from './reactions.mts';

/** What every step works with. */
export interface DemoContext {
  options: DemoOptions;
  progress: Progress;
  media: Media;
}

/**
 * `npm run demo`: fills a running instance with a community and says how to look at it.
 * @throws {LaunchFailure} one line that says what is wrong
 */
export async function runDemo(args: string[], env: NodeJS.ProcessEnv = process.env) {
  const options = parseOptions(args, env);
  if (!options) return console.log(HELP);
  const started = performance.now();
  const context = { options, progress: new Progress(), media: new Media() };
  const { progress } = context;
  await refuseProduction(options);

  const members = await signInAll(people(options.people), context);
  progress.done(`${members.length} people, ${members.filter(({ created }) => created).length} of them new`);
  progress.done(`${await followAll(members, context)} follows`);
  const polls = await publishAll(
    choosePolls(
      options.polls,
      members.map(({ person }) => person),
      options.seed,
    ),
    members,
    context,
  );
  progress.done(`${polls.length} polls, ${polls.filter(({ created }) => created).length} of them new`);
  if (!context.media.taken) progress.done(`Without pictures: ${context.media.reason}`);
  const { votes, newVotes, likes, saves } = await reactAll(polls, members, context);
  progress.done(`${votes} votes, ${newVotes} of them new, ${likes} likes, ${saves} saves`);
  const { comments, newComments } = await commentAll(polls, members, context);
  progress.done(`${comments} comments, ${newComments} of them new`);

  progress.done(
    `Done in ${((performance.now() - started) / 1_000).toFixed(1)} s. Sign in at ${options.origin}/login as`,
  );
  for (const { person } of toTry(members))
    progress.done(`  ${person.email}  password ${options.password}  (${person.name})`);
}

/** Somebody, and somebody whose name is written from right to left where there is one. */
function toTry(members: Member[]) {
  const [first, second] = members;
  return [first, members.slice(1).find(({ person }) => person.rightToLeft) ?? second].filter(
    (member) => member !== undefined,
  );
}

/** The demo accounts' password is in this repository, so anyone could sign in as them. */
async function refuseProduction({ origin, yes }: DemoOptions) {
  const { product, environment } =
    (await new Client(origin)
      .send<{ product?: string; environment?: string } | undefined>('GET', '/api/config', undefined, {
        repeatable: false,
      })
      .catch((error) => {
        throw error instanceof LaunchFailure
          ? error
          : new LaunchFailure(`${origin} is no Inkling: ${error.message}.`, { cause: error });
      })) ?? {};
  if (product !== 'Inkling') throw new LaunchFailure(`${origin} is no Inkling.`);
  if (environment === 'production' && !yes) {
    throw new LaunchFailure(
      `${origin} is a production server: these people and polls would be seen by everyone, and their password is ` +
        'known. Add --yes if you mean it, and choose a --password.',
    );
  }
}
