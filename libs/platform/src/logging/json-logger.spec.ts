import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { JsonLogger } from './json-logger.js';

/** Whose every write fails for want of room. */
const FULL = '/dev/full';

describe('the log', () => {
  it('is a line of JSON per message, with its context and its error', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inkling-log-'));
    const fd = openSync(join(folder, 'log'), 'w');
    const logger = new JsonLogger('polls', 'info', fd);
    logger.log('Started', 'Main');
    logger.debug('Not said');
    logger.error('It failed', new Error('why'), 'Main');
    closeSync(fd);
    const lines = readFileSync(join(folder, 'log'), 'utf8').trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { level: 'info', service: 'polls', context: 'Main', msg: 'Started' },
      { level: 'error', service: 'polls', context: 'Main', msg: 'It failed', err: { message: 'why' } },
    ]);
    rmSync(folder, { recursive: true });
  });

  (existsSync(FULL) ? it : it.skip)('neither ends nor holds up a process whose disk is full', () => {
    const fd = openSync(FULL, 'w');
    const logger = new JsonLogger('polls', 'info', fd);
    for (let line = 0; line < 3; line += 1) logger.log('There is no room for this');
    logger.fatal('Nor for this');
    closeSync(fd);
  });
});
