import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { acquireChromium, findChromium } from './chromium.mts';

const BROWSER = '#!/bin/sh\necho Chromium 140\n';
const SHELL = 'chromium-headless-shell';
const WORKING = `printf '#!/bin/sh\\necho Chromium 140\\n'`;

let folder;
let bin;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'inkling-chromium-'));
  bin = join(folder, 'bin');
  mkdirSync(bin);
});
afterEach(() => rmSync(folder, { recursive: true }));

function program(path, text) {
  writeFileSync(path, text);
  chmodSync(path, 0o755);
}
const linesOf = (name) =>
  existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8').trim().split('\n') : [];

/** A machine that has only what a test puts there, and records the arguments of its installers. */
function machine(settings = {}) {
  const playwrights = join(folder, 'playwrights-chromium');
  const playwright = join(folder, 'cli.cjs');
  writeFileSync(
    playwright,
    `const fs = require('node:fs');
     fs.appendFileSync(${JSON.stringify(join(folder, 'asked-playwright'))}, process.argv.slice(2).join(' ') + '\\n');
     fs.writeFileSync(${JSON.stringify(playwrights)}, ${JSON.stringify(BROWSER)}, { mode: 0o755 });`,
  );
  return {
    folders: [bin],
    root: false,
    given: undefined,
    applications: [],
    tools: join(folder, 'tools'),
    playwright,
    playwrights: () => playwrights,
    ...settings,
  };
}
const aptThat = (installs) =>
  program(
    join(bin, 'apt-get'),
    `#!/bin/sh\necho "$@" >> ${folder}/asked-apt\ncase "$*" in *install*) ${installs};; esac\n`,
  );
const unpackedShell = () => join(folder, 'tools', SHELL, 'chromium', SHELL);
/** A dpkg that unpacks one file from each archive, with the archive's name and this text. */
const dpkgThatUnpacks = (text) =>
  program(
    join(bin, 'dpkg'),
    `#!/bin/sh
to=$3/usr/lib/chromium/$(basename $2 .deb)
mkdir -p $(dirname $to)
printf '${text}' > $to
chmod 755 $to
`,
  );
/** An apt-get that records its arguments and downloads the named packages. */
const aptThatDownloads = () =>
  program(
    join(bin, 'apt-get'),
    `#!/bin/sh\nwhile [ "$1" = -qq ] || [ "$1" = -o ]; do [ "$1" = -o ] && shift; shift; done
     echo "$@" >> ${folder}/asked-apt\n[ "$1" = download ] || exit 0\nshift\nfor name; do : > $name.deb; done\n`,
  );
const DEBIAN_WORKS = () => `sleep 0.2; ${WORKING} > ${bin}/${SHELL}; chmod 755 ${bin}/${SHELL}`;

describe('Chromium for the journeys', () => {
  it('is CHROMIUM_PATH, then a headless shell, then one on the PATH, an application, and Playwright’s', () => {
    const application = join(folder, 'Chromium');
    const given = machine({ applications: [application] });
    expect(findChromium(given)).toBeUndefined();
    program(given.playwrights(), BROWSER);
    expect(findChromium(given)).toBe(given.playwrights());
    program(application, BROWSER);
    expect(findChromium(given)).toBe(application);
    program(join(bin, 'chromium'), BROWSER);
    expect(findChromium(given)).toBe(join(bin, 'chromium'));
    mkdirSync(dirname(unpackedShell()), { recursive: true });
    program(unpackedShell(), BROWSER);
    expect(findChromium(given)).toBe(unpackedShell());
    program(join(bin, SHELL), BROWSER);
    expect(findChromium(given)).toBe(join(bin, SHELL));
    expect(findChromium({ ...given, given: '/mine' })).toBe('/mine');
  });

  it('is installed from Debian’s package by root, once for all processes that need it', async () => {
    aptThat(DEBIAN_WORKS());
    const found = await Promise.all([1, 2, 3].map(() => acquireChromium(() => {}, machine({ root: true }))));
    expect(found).toEqual(Array(3).fill(join(bin, SHELL)));
    expect([linesOf('asked-apt').length, linesOf('asked-playwright')]).toEqual([2, []]);
  });

  it('is downloaded into a temporary folder, which the clean-up of another apt-get does not reach', async () => {
    const note = `Dir::Cache::Archives=*) ls -d "\${one#*=}/partial" > ${folder}/archives;;`;
    aptThat(`for one; do case "$one" in ${note} esac; done; ${DEBIAN_WORKS()}`);
    await acquireChromium(() => {}, machine({ root: true }));
    const [partial] = linesOf('archives');
    expect(partial).toMatch(/inkling-apt-\w+\/partial$/);
    expect(existsSync(dirname(partial))).toBe(false);
  });

  it('is a headless shell even if there is an ordinary one, unpacked once from Debian’s packages', async () => {
    program(join(bin, 'chromium'), BROWSER);
    aptThatDownloads();
    dpkgThatUnpacks('#!/bin/sh\\n');
    const acquire = () => acquireChromium(() => {}, machine());
    expect(await Promise.all([1, 2, 3].map(acquire))).toEqual(Array(3).fill(unpackedShell()));
    expect(await acquire()).toBe(unpackedShell());
    expect(linesOf('asked-apt')).toEqual(['update', `download ${SHELL} chromium-common`]);
  });

  it('is the ordinary one when no headless shell is available or works', async () => {
    const ordinary = join(bin, 'chromium');
    program(ordinary, BROWSER);
    expect(await acquireChromium(() => {}, machine())).toBe(ordinary);
    aptThat('exit 1');
    dpkgThatUnpacks('#!/bin/sh\\n');
    expect(await acquireChromium(() => {}, machine())).toBe(ordinary);
    aptThatDownloads();
    dpkgThatUnpacks('#!/bin/sh\\n[ $1 = --version ]\\n');
    expect(await acquireChromium(() => {}, machine())).toBe(ordinary);
    expect(existsSync(unpackedShell())).toBe(false);
  });

  it('is the one of CHROMIUM_PATH, and nothing is fetched', async () => {
    const given = join(folder, 'mine');
    program(given, BROWSER);
    aptThatDownloads();
    dpkgThatUnpacks('#!/bin/sh\\n');
    expect(await acquireChromium(() => {}, machine({ given }))).toBe(given);
    expect(linesOf('asked-apt')).toEqual([]);
  });

  it('is downloaded by Playwright without root, and where Debian’s package is not available', async () => {
    aptThat('echo "E: Unable to locate package chromium" >&2; exit 100');
    expect(await acquireChromium(() => {}, machine())).toBe(machine().playwrights());
    expect([linesOf('asked-apt'), linesOf('asked-playwright')]).toEqual([[], ['install chromium']]);
    rmSync(machine().playwrights());
    expect(await acquireChromium(() => {}, machine({ root: true }))).toBe(machine().playwrights());
    expect(linesOf('asked-apt')).toHaveLength(2);
  });

  it('is reported missing with every attempt and its result', async () => {
    aptThat('echo "E: Unable to locate package chromium" >&2; exit 100');
    const without = machine({ root: true });
    writeFileSync(without.playwright, 'console.error("Error: getaddrinfo ENOTFOUND"); process.exit(1);');
    const failure = await acquireChromium(() => {}, without).catch((error) => error);
    expect(failure.message).toMatch(/^No Chromium for the browser journeys: install it/);
    expect(failure.detail.split('\n').slice(1)).toEqual([
      '  the PATH: none',
      "  Debian's package: E: Unable to locate package chromium",
      '  Playwright’s download: Error: getaddrinfo ENOTFOUND',
    ]);
  });

  it('is named when it does not run, and nothing is installed instead', async () => {
    program(join(bin, 'chromium'), '#!/bin/sh\nexit 1\n');
    await expect(acquireChromium(() => {}, machine({ root: true }))).rejects.toThrow(
      `${join(bin, 'chromium')} does not run`,
    );
    expect(linesOf('asked-playwright')).toEqual([]);
  });
});
