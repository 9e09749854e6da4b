import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../infra/test/stack-support.mjs';

const MAIN = join(import.meta.dirname, '../../services/social/dist/main.js');

describe('a process that only migrates', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase(['social']);
  });
  afterAll(() => database.drop());

  const migrate = async (): Promise<Record<string, unknown>[]> => {
    const env = { PATH: process.env['PATH'], DATABASE_URL: database.urls['social'] };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [MAIN, '--migrate'], { env });
    expect(stderr).toBe('');
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('logs as JSON lines what it applied, and on a second run that nothing was left', async () => {
    const line = { level: 'info', service: 'social', context: 'Orm' };
    expect(await migrate()).toEqual([
      expect.objectContaining({ ...line, msg: expect.stringMatching(/^applied Platform\d+, \S+/) }),
    ]);
    expect(await migrate()).toEqual([expect.objectContaining({ ...line, msg: 'the schema is up to date' })]);
  });
});
