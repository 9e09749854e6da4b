import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { isCompatible, noticesOf, renderNotices } from './notices.mts';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const problems = (notices) =>
  notices.filter(({ license, texts }) => !isCompatible(license) || texts.join('').length < 100);

describe('the licence of the product', () => {
  it('is the text that the Free Software Foundation publishes', () => {
    const sum = createHash('sha256')
      .update(readFileSync(join(ROOT, 'LICENSE')))
      .digest('hex');
    expect(sum).toBe('0d96a4ff68ad6d4b6f1f30f713b18d5184912ba8dd389f86aa7710db079abcb0');
  });

  it('is named by every package', () => {
    const manifests = globSync('{.,gateway,web,infra/admin,libs/*,services/*}/package.json', { cwd: ROOT });
    expect(manifests).toHaveLength(14);
    for (const file of manifests) expect([file, JSON.parse(read(file)).license]).toEqual([file, 'AGPL-3.0-or-later']);
  });
});

describe('the licences of others', () => {
  it('of all packages that may run or be shipped are compatible, and their texts are there', () => {
    const { packages } = JSON.parse(read('package-lock.json'));
    const files = Object.entries(packages)
      .filter(([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev)
      .map(([path]) => `${path}/package.json`)
      .filter((file) => existsSync(join(ROOT, file)));
    const notices = noticesOf(files, ROOT);
    expect(notices.length).toBeGreaterThan(200);
    expect(problems(notices).map(({ name, license }) => [name, license])).toEqual([]);
  });

  it('in the web application are those of all that its sources import', () => {
    const text = read('web/dist/licenses.txt');
    const listed = new Set([...text.matchAll(/^-{80}\n\n(\S+) \S+$/gm)].map(([, name]) => name));
    const imported = new Set();
    const bare = /(?:^import (?!type)[^'"]*|\bimport\(|^@import )['"]((?:@[\w-]+\/)?[\w-]+)(?=['"/])/gm;
    const sources = globSync('web/src/**/*.{ts,tsx,css}', { cwd: ROOT }).filter((file) => !/\.spec[-.]/.test(file));
    for (const file of sources) {
      for (const [, name] of read(file).matchAll(bare)) imported.add(name);
    }
    for (const name of imported) if (name.startsWith('@inkling/')) imported.delete(name);
    expect(sources.length).toBeGreaterThan(100);
    expect([...imported]).toEqual(expect.arrayContaining(['react', 'react-router', '@base-ui/react']));
    expect([...imported].filter((name) => !listed.has(name))).toEqual([]);
    expect([...listed].filter((name) => name.startsWith('@fontsource'))).not.toEqual([]);
  });
});

describe('notices', () => {
  it('take a choice that fits, and no other', () => {
    for (const license of ['MIT', '(MIT AND Zlib)', 'MIT OR GPL-2.0-only', '(LGPL-3.0-or-later OR WTFPL)']) {
      expect([license, isCompatible(license)]).toEqual([license, true]);
    }
    for (const license of ['GPL-2.0-only', 'SSPL-1.0', 'UNLICENSED', 'unknown', 'MIT AND CC-BY-NC-4.0', '']) {
      expect([license, isCompatible(license)]).toEqual([license, false]);
    }
  });

  it('name what a package carries, and bring the text of a licence that it only names', () => {
    const viewer = 'node_modules/@fastify/swagger-ui/static/swagger-ui.css';
    const files = [viewer, 'node_modules/pause/index.js', 'libs/contracts/x.js'];
    const notices = noticesOf(files, ROOT);
    expect(notices.map(({ name, license }) => [name, license])).toEqual([
      ['@fastify/swagger-ui', 'MIT'],
      ['pause', 'MIT'],
      ['swagger-ui', 'Apache-2.0'],
    ]);
    expect(renderNotices(notices, 'This image')).toMatch(
      /swagger-ui\nApache-2\.0\nSmartBear Software Inc\.\n\n *Apache License/,
    );
  });
});
