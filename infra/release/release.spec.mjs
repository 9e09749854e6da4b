import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { nextVersion, notesOf } from './changelog.mts';
import { release } from './release.mts';

const CHANGELOG = `# Changelog

## [Unreleased]

### Fixed
- A vote is counted once.

## [0.1.0] - 2026-01-02

### Added
- Polls.
`;

let root;
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
const write = (file, content) => {
  const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
  mkdirSync(join(root, file, '..'), { recursive: true });
  writeFileSync(join(root, file), text);
};
const read = (file) => readFileSync(join(root, file), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inkling-release-'));
  git('init', '--quiet');
  git('config', 'user.name', 'Spec');
  git('config', 'user.email', 'spec@example.org');
  write('package.json', { name: 'scratch', version: '0.1.0', workspaces: ['web'] });
  write('web/package.json', { name: 'web', version: '0.1.0', private: true });
  write('package-lock.json', {
    name: 'scratch',
    version: '0.1.0',
    packages: {
      '': { name: 'scratch', version: '0.1.0' },
      'node_modules/other': { version: '0.1.0', integrity: 'sha512-AA==' },
      'node_modules/web': { resolved: 'web', link: true },
      web: { name: 'web', version: '0.1.0' },
    },
  });
  write(
    'k8s/base/kustomization.yaml',
    'images:\n  - { name: web, newTag: 0.1.0 }\n  - name: other\n    newTag: 0.1.01\n',
  );
  write('k8s/base/config/manifests.env', 'RELEASE=0-1-0\nMAIL=192.0.2.1/32\nOTHER_RELEASE=0-1-01\n');
  write('gateway/src/config.ts', "version: default('0.1.0'), range: '0.1.0/24'\n");
  write('CHANGELOG.md', CHANGELOG);
  git('add', '.');
  git('commit', '--quiet', '--message', 'Begin');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a release', () => {
  it('has its number everywhere, its section in the changelog, a commit and a tag', () => {
    expect(release(root, 'minor', '2026-03-04')).toBe('0.2.0');
    for (const file of ['package.json', 'web/package.json']) {
      expect([file, JSON.parse(read(file)).version]).toEqual([file, '0.2.0']);
    }
    const { version, packages } = JSON.parse(read('package-lock.json'));
    const versions = [version, packages[''].version, packages.web.version, packages['node_modules/other'].version];
    expect(versions).toEqual(['0.2.0', '0.2.0', '0.2.0', '0.1.0']);
    expect(packages['node_modules/web']).toEqual({ resolved: 'web', link: true });
    expect(read('k8s/base/kustomization.yaml')).toBe(
      'images:\n  - { name: web, newTag: 0.2.0 }\n  - name: other\n    newTag: 0.1.01\n',
    );
    expect(read('k8s/base/config/manifests.env')).toBe('RELEASE=0-2-0\nMAIL=192.0.2.1/32\nOTHER_RELEASE=0-1-01\n');
    expect(read('gateway/src/config.ts')).toBe("version: default('0.2.0'), range: '0.1.0/24'\n");
    expect(read('CHANGELOG.md')).toContain(
      '## [Unreleased]\n\n## [0.2.0] - 2026-03-04\n\n### Fixed\n- A vote is counted once.\n\n## [0.1.0]',
    );
    expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0');
    expect(git('tag', '--points-at', 'HEAD')).toBe('v0.2.0');
    expect(git('tag', '--list', '--format=%(contents)', 'v0.2.0')).toContain('- A vote is counted once.');
    expect(git('status', '--porcelain')).toBe('');
  });

  it.each([
    ['something is not committed', () => write('notes.txt', 'mine'), /not committed/],
    [
      'nothing is unreleased',
      () => commit('CHANGELOG.md', CHANGELOG.replace('- A vote is counted once.\n', '')),
      /nothing under \[Unreleased\]/,
    ],
    ['there is no such section', () => commit('CHANGELOG.md', '# Changelog\n'), /nothing under \[Unreleased\]/],
    ['the tag is there', () => git('tag', 'v0.1.1'), /a tag v0\.1\.1/],
  ])('is refused when %s, and changes nothing', (_case, arrange, message) => {
    arrange();
    const before = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')];
    expect(() => release(root, 'patch', '2026-03-04')).toThrow(message);
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('tag')]).toEqual(before);
    expect(JSON.parse(read('package.json')).version).toBe('0.1.0');
  });

  function commit(file, content) {
    write(file, content);
    git('commit', '--quiet', '--all', '--message', 'Change');
  }

  it('increases the number as semantic versions do', () => {
    expect(['major', 'minor', 'patch'].map((step) => nextVersion('1.2.3', step))).toEqual(['2.0.0', '1.3.0', '1.2.4']);
  });
});

describe('CHANGELOG.md', () => {
  it('has a section for the current version, and one for the next', () => {
    const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');
    expect(changelog).toContain('## [Unreleased]');
    expect(notesOf(changelog, JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version)).toMatch(/^### /);
  });
});
