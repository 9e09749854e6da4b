import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { Progress } from '../demo/progress.mts';
import { build } from '../local/build.mts';
import { LaunchFailure, reasonOf } from '../local/failure.mjs';
import { acquireChromium } from '../test/chromium.mts';
import { age } from './behind.mts';
import { Camera } from './camera.mts';
import { gatherCast, type Cast } from './cast.mts';
import { BRIEF } from './cast-polls.mts';
import { writeContactSheet } from './contact-sheet.mts';
import { startInstance } from './instance.mts';
import { isTakenIn, LOOKS, type Look } from './looks.mts';
import { HELP, parseOptions } from './options.mts';
import { SCREENS, type Screen } from './screens.mts';

const AT_ONCE = 2;

/**
 * `npm run screenshots`: every screen and state into a folder, with a contact sheet.
 * @throws {LaunchFailure} one line that says what is wrong
 */
export async function takeScreenshots(args: string[]) {
  const options = parseOptions(args);
  if (!options) return console.log(HELP);
  const wanted = SCREENS.filter(
    ({ name }) => options.only.length === 0 || options.only.some((part) => name.includes(part)),
  );
  const looks = LOOKS.filter(({ name }) => name.includes(options.look));
  if (wanted.length === 0 || looks.length === 0)
    throw new LaunchFailure('No screen and look has such a name. See npm run screenshots -- --help.');

  const browser = await chromium.launch({
    executablePath: await acquireChromium((line) => console.log(line)),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--hide-scrollbars'],
  });
  const stops: Stop[] = [() => browser.close()];
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop().catch(() => undefined);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stopAll().then(() => process.exit(1)));
  try {
    const instance =
      options.origin === undefined
        ? await ownInstance(stops)
        : { origin: options.origin, dataFolder: options.dataFolder };
    const cast = await gatherCast(instance.origin, browser);
    if (instance.dataFolder) await age(instance.dataFolder, cast);
    const screens = wanted.filter(({ aged }) => instance.dataFolder || !aged);
    await photograph({ browser, origin: instance.origin, cast, screens, looks, out: options.out });
  } finally {
    await stopAll();
  }
}

type Stop = () => Promise<unknown>;

async function ownInstance(stops: Stop[]) {
  await build((line) => console.log(line));
  const { startResponsesServer } = await import('@inkling/testing');
  const responses = await startResponsesServer();
  stops.push(() => responses.close());
  responses.script.push(BRIEF);
  const instance = await startInstance(responses.url);
  stops.push(instance.stop);
  return instance;
}

interface Shoot {
  browser: Browser;
  origin: string;
  cast: Cast;
  screens: Screen[];
  looks: Look[];
  out: string;
}

async function photograph({ browser, origin, cast, screens, looks, out }: Shoot) {
  const progress = new Progress();
  const failures: string[] = [];
  for (const look of looks) {
    const folder = join(out, look.name);
    if (screens.length === SCREENS.length) await rm(folder, { recursive: true, force: true });
    const camera = new Camera(browser, origin, cast, look, folder);
    const take = (screen: Screen) =>
      camera
        .take(screen)
        .catch((error) => failures.push(`${look.name}/${screen.name}: ${reasonOf(error).split('\n')[0]}`));
    const taken = screens.filter((screen) => isTakenIn(screen, look));
    await progress.each(look.name, taken, take, AT_ONCE);
    progress.done(`${look.name}: ${taken.length} screens`);
  }
  await writeContactSheet(
    out,
    SCREENS.map(({ name }) => name),
  );
  if (failures.length > 0)
    throw new LaunchFailure(`${failures.length} pictures could not be taken.`, { detail: failures.join('\n') });
  console.log(`The pictures are in ${join(out, 'index.html')}`);
}
