/** The images of a version: made or fetched, and those of the version before kept under a name. */
import { LaunchFailure } from '../local/failure.mjs';
import { SERVICES, type Project } from './project.mts';
import type { DeployOptions } from './options.mts';
import type { Engine } from './engine.mts';

/** Services whose images are ours; `streams` has the admin image. */
const OWN = [...SERVICES, 'gateway', 'web', 'streams'];
/** Tag of the version before. */
export const PREVIOUS = 'previous';

const nameOf = (image: string) => image.slice(0, image.lastIndexOf(':'));
const tagOf = (image: string) => image.slice(image.lastIndexOf(':') + 1);

/** Keeps the images of what runs while others are brought, which may take their names away. */
const HELD = 'replaced';

/** Holds the images of what runs now, before others are brought. */
export async function holdRunning(project: Project): Promise<{ service: string; name: string; image: string }[]> {
  const { engine } = project;
  const gateways = await project.containers('gateway');
  const gateway = gateways.find(({ running }) => running) ?? gateways.at(-1);
  if (!gateway) return [];
  const tag = tagOf(await engine.look('inspect', '--format', '{{.Config.Image}}', gateway.id));
  const held = [];
  for (const service of OWN) {
    const [running] = (await project.containers(service)).filter((one) => one.running);
    const name = nameOf(project.imageOf(service));
    const image = running?.image ?? (await idOf(engine, `${name}:${tag}`));
    // Of before there was a web image beside nginx, or cleared away.
    if (!image) continue;
    await engine.change('tag', image, `${name}:${HELD}`);
    held.push({ service, name, image });
  }
  return held;
}

/**
 * Gives what was held the tag `previous`, so that nothing removes it and `--back` finds it: all of them, since a
 * version belongs together, and only when another version was brought. The same one again has the one before still
 * there.
 * @returns whether `previous` is what was held
 */
export async function keepPrevious(
  project: Project,
  held: { service: string; name: string; image: string }[],
): Promise<boolean> {
  const { engine } = project;
  const brought = await Promise.all(held.map(({ service }) => project.imageId(service)));
  // In a dry run nothing was brought, and it may be another.
  const isOther = engine.dryRun || held.some(({ image }, index) => brought[index] !== image);
  for (const { name } of held) {
    if (isOther) await engine.change('tag', `${name}:${HELD}`, `${name}:${PREVIOUS}`);
    await engine.change('rmi', `${name}:${HELD}`).catch(() => undefined);
  }
  return isOther;
}

const idOf = (engine: Engine, name: string) =>
  engine.look('image', 'inspect', '--format', '{{.Id}}', name).catch(() => undefined);

/**
 * @returns services that this version does not have, which is possible only on the way back: `previous` is given to a
 *   whole version at once, so a service without it came later
 * @throws {LaunchFailure} when an image is missing afterwards
 */
export async function bringImages(project: Project, source: DeployOptions['source']): Promise<string[]> {
  const { engine } = project;
  if (source === 'build') await engine.showCompose('build');
  if (source === 'pull') await engine.showCompose('--profile', 'admin', 'pull', ...OWN);
  if (engine.dryRun && source !== 'back') return [];
  const missing: string[] = [];
  for (const service of OWN) if (!(await project.imageId(service))) missing.push(service);
  const isLater = (service: string) => source === 'back' && SERVICES.includes(service) && !missing.includes('gateway');
  const lost = missing.find((service) => !isLater(service));
  if (lost) {
    const reason = source === 'back' ? ': no version before this one is kept here' : '';
    throw new LaunchFailure(`There is no image ${project.imageOf(lost)}${reason}.`);
  }
  return missing;
}
