import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { ROOT } from '../local/paths.mjs';

const read = (file) => readFileSync(join(ROOT, file), 'utf8');
const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
const stepsOf = (file) => Object.values(parse(read(file)).jobs).flatMap(({ steps }) => steps);

describe('.github', () => {
  it.each(globSync('.github/**/*.yml', { cwd: ROOT }))('%s is valid YAML', (file) => {
    for (const { errors, warnings } of parseAllDocuments(read(file))) expect([...errors, ...warnings]).toEqual([]);
  });

  it('runs the same test command as contributors', () => {
    expect(existsSync(join(ROOT, '.ci/run'))).toBe(true);
    expect(stepsOf('.github/workflows/test.yml').flatMap(({ run }) => run ?? [])).toEqual(['.ci/run']);
  });

  it.each(workflows)('%s: least permissions, a time limit, and actions by commit or by version', (file) => {
    const { permissions, jobs } = parse(read(file));
    expect(permissions).toEqual({ contents: 'read' });
    for (const job of Object.values(jobs)) expect(job['timeout-minutes']).toBeGreaterThan(0);
    const actions = stepsOf(file).flatMap(({ uses }) => uses ?? []);
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w/-]+@(?:[0-9a-f]{40}|v\d+)$/);
    // Actions that test or build images must not change under the same name.
    const known = actions.filter((action) => /^(actions\/(checkout|setup-node)|docker\/)/.test(action));
    expect(known.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  it('publishes every image of the compose file, with its parts and its origin', () => {
    const { services } = parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 });
    const images = Object.values(services).flatMap(
      ({ image }) => /^\$\{INKLING_IMAGES:-inkling\}\/(\w+):/.exec(image ?? '')?.[1] ?? [],
    );
    const { image: job } = parse(read('.github/workflows/publish.yml')).jobs;
    const published = job.strategy.matrix.include;
    expect(new Set(published.map(({ name }) => name))).toEqual(new Set(images));
    for (const { file, app } of published) {
      expect(existsSync(join(ROOT, `infra/docker/${file}.Dockerfile`))).toBe(true);
      if (app) expect([app, existsSync(join(ROOT, app, 'package.json'))]).toEqual([app, true]);
    }
    const build = job.steps.find(({ id }) => id === 'build').with;
    expect(build).toMatchObject({ sbom: true, provenance: 'mode=max', platforms: 'linux/amd64,linux/arm64' });
  });
});

describe('renovate.json', () => {
  const config = JSON.parse(read('renovate.json'));

  it('pins images and actions, and finds every base image in the settings and the Dockerfiles', () => {
    expect(config.extends).toEqual(expect.arrayContaining(['docker:pinDigests', 'helpers:pinGitHubActionDigests']));
    const [{ matchStrings, managerFilePatterns }] = config.customManagers;
    const files = ['infra/docker/images.env', ...globSync('infra/docker/*.Dockerfile', { cwd: ROOT })];
    for (const file of files) {
      expect(managerFilePatterns.some((pattern) => new RegExp(pattern.slice(1, -1)).test(file))).toBe(true);
      const matches = [...read(file).matchAll(new RegExp(matchStrings[0], 'g'))];
      const found = matches.map(({ groups }) => `${groups.depName}:${groups.currentValue}`);
      const named = [...read(file).matchAll(/^(?:ARG )?\w+_IMAGE=([^@\s]+)/gm)].map(([, name]) => name);
      expect(found.length).toBeGreaterThan(0);
      expect(found).toEqual(named);
    }
  });
});

describe('documents that an open project has', () => {
  const names = ['LICENSE', 'README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'CHANGELOG.md'];
  it.each(names)('%s is there', (file) => {
    expect(existsSync(join(ROOT, file))).toBe(true);
  });
});
