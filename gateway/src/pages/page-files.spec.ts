import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { findPageFiles } from './page-files.js';

describe('the file of a page', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'inkling-pages-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is the one page in a build without others', async () => {
    const fileOf = await findPageFiles(root);
    expect([fileOf('/', true), fileOf('/home', true), fileOf('/login', false)]).toEqual([
      'index.html',
      'index.html',
      'index.html',
    ]);
  });

  it('names what its visitor will see', async () => {
    await mkdir(join(root, 'pages'));
    for (const name of ['landing', 'login', 'home', 'poll'])
      for (const end of ['', '.br', '.gz']) await writeFile(join(root, 'pages', `${name}.html${end}`), '');
    const fileOf = await findPageFiles(root);
    expect([fileOf('/', false), fileOf('/', true)]).toEqual(['pages/landing.html', 'pages/home.html']);
    expect([fileOf('/poll/5', true), fileOf('/poll/5', false)]).toEqual(['pages/poll.html', 'pages/login.html']);
    expect([fileOf('/login', true), fileOf('/login', false)]).toEqual(['pages/login.html', 'pages/login.html']);
    // Neither a page nor a way out of the folder.
    for (const path of [
      '/nowhere',
      '/help',
      '/../home',
      '//home',
      '/homes',
      '/Home',
      '/home.html',
      '/__proto__',
      '/constructor',
      '/poll%2f5',
    ])
      expect([path, fileOf(path, true)]).toEqual([path, 'index.html']);
  });
});
