import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseEnv } from 'node:util';
import { ROOT } from '../local/paths.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const pinned = parseEnv(read('infra/docker/images.env'));
const { workspaces } = JSON.parse(read('package.json'));

it('names every image with a version, and with a whole digest where there is one', () => {
  const images = Object.entries(pinned).filter(([name]) => name.endsWith('_IMAGE'));
  expect(images.length).toBeGreaterThan(5);
  for (const [, image] of images) expect(image).toMatch(/^[a-z0-9./-]+:(?!latest)[\w.-]+(?:@sha256:[0-9a-f]{64})?$/);
});

describe.each(['service.Dockerfile', 'web.Dockerfile'])('%s', (name) => {
  const text = read(`infra/docker/${name}`);

  it('has the pinned images as its defaults', () => {
    const defaults = [...text.matchAll(/^ARG (\w+_IMAGE)=(.+)$/gm)].map(([, image, value]) => [image, value]);
    expect(defaults.length).toBeGreaterThan(0);
    for (const [image, value] of defaults) expect([image, value]).toEqual([image, pinned[image]]);
  });

  it('copies nothing that .dockerignore excludes', () => {
    const admitted = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
      .map((line) => line.slice(1));
    const sources = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, list]) => list.split(' '));
    expect(sources.length).toBeGreaterThan(10);
    const missing = sources.filter(
      (source) => !admitted.some((path) => source === path || source.startsWith(`${path}/`)),
    );
    expect(missing).toEqual([]);
  });

  it('copies the manifest of every workspace before it installs', () => {
    const copied = new Set(
      [...text.slice(0, text.indexOf('npm ci')).matchAll(/^COPY (\S+)\/package\.json /gm)].map(([, folder]) => folder),
    );
    const locked = Object.keys(JSON.parse(read('package-lock.json')).packages).filter(
      (folder) => folder !== '' && !folder.includes('node_modules'),
    );
    expect(workspaces.length).toBeGreaterThan(0);
    expect(copied).toEqual(new Set(locked));
  });
});
