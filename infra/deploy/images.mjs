/** The images of a version: made or fetched, and those of the version before kept under a name. */
import { LaunchFailure } from '../local/failure.mjs';
import { SERVICES } from './project.mjs';

/** Services whose images are ours; `streams` has the admin image. */
const OWN = [...SERVICES, 'gateway', 'web', 'streams'];
/** Tag of the version before. */
export const PREVIOUS = 'previous';

const nameOf = (image) => image.slice(0, image.lastIndexOf(':'));
const tagOf = (image) => image.slice(image.lastIndexOf(':') + 1);

/**
 * Gives the images of what runs now the tag `previous`, so that nothing removes them and `--back` finds them. The next
 * build may take their own names away.
 * @param {import('./project.mjs').Project} project
 */
export async function keepPrevious(project) {
  const { engine } = project;
  const [gateway] = (await project.containers('gateway')).filter(({ running }) => running);
  if (!gateway) return;
  const tag = tagOf(await engine.look('inspect', '--format', '{{.Config.Image}}', gateway.id));
  for (const service of OWN) {
    const [running] = (await project.containers(service)).filter((one) => one.running);
    const name = nameOf(project.imageOf(service));
    const image = running?.image ?? (await idOf(engine, `${name}:${tag}`));
    // Of before there was a web image beside nginx, or cleared away.
    if (image) await engine.change('tag', image, `${name}:${PREVIOUS}`);
  }
}

const idOf = (engine, name) => engine.look('image', 'inspect', '--format', '{{.Id}}', name).catch(() => undefined);

/**
 * @param {import('./project.mjs').Project} project
 * @param {import('./options.mjs').DeployOptions['source']} source
 * @throws {LaunchFailure} when an image is missing afterwards
 */
export async function bringImages(project, source) {
  const { engine } = project;
  if (source === 'build') await engine.showCompose('build');
  if (source === 'pull') await engine.showCompose('--profile', 'admin', 'pull', ...OWN);
  if (engine.dryRun) return;
  for (const service of OWN) {
    if (await project.imageId(service)) continue;
    const reason = source === 'back' ? ': no version before this one is kept here' : '';
    throw new LaunchFailure(`There is no image ${project.imageOf(service)}${reason}.`);
  }
}
