import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parseMoment } from './to-time.mts';

const NOW = Date.UTC(2026, 10, 22, 12);

describe('the moment to go back to', () => {
  it.each([
    ['2026-11-22T03:00:00Z', '2026-11-22T03:00:00.000Z'],
    ['2026-11-22 03:00:00.25+00', undefined],
    ['2026-11-22 04:30+01:30', '2026-11-22T03:00:00.000Z'],
    ['latest', ''],
  ])('%s', (text, moment) => {
    if (moment === undefined) expect(() => parseMoment(text, NOW)).toThrow('give a moment with its zone');
    else expect(parseMoment(text, NOW)).toBe(moment);
  });

  it.each(['2026-11-22T03:00:00', 'yesterday', '2026-13-22T03:00:00Z', ''])('refuses "%s"', (text) => {
    expect(() => parseMoment(text, NOW)).toThrow('give a moment with its zone');
  });

  it('is not one to come', () => {
    expect(() => parseMoment('2026-11-22T12:00:01Z', NOW)).toThrow('is to come');
  });
});

describe('a recovery to a moment', () => {
  /** Runs with a docker that records its arguments. `first` and `after`: the containers before and after the stop. */
  const recover = async ({ first = '', after = '' }) => {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-to-time-'));
    try {
      const docker = `#!/bin/sh
echo "$*" >>"$0.log"
case "$*" in *" ps "*) if grep -q ' stop ' "$0.log"; then echo "${after}"; else echo "${first}"; fi ;; esac
`;
      await writeFile(join(folder, 'docker'), docker, { mode: 0o755 });
      const url = new URL('to-time.mts', import.meta.url).href;
      const options = `{ envFile: '.env', moment: '', services: ['auth', 'polls'], report: () => {} }`;
      const script = `const { recoverToTime } = await import(${JSON.stringify(url)});
        await recoverToTime(${options}).catch((error) => console.log(error.message));`;
      const env = { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH}` };
      const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], { env });
      const said = (await readFile(join(folder, 'docker.log'), 'utf8')).trim().split('\n');
      return { stdout: stdout.trim(), calls: said.map((line) => /--profile recover (.*)/.exec(line)?.[1] ?? line) };
    } finally {
      await rm(folder, { recursive: true });
    }
  };

  it('stops archive and PostgreSQL whatever docker says of them, and looks whether they have stopped', async () => {
    const { stdout, calls } = await recover({});
    expect(stdout).toBe('');
    expect(calls.filter((call) => call.startsWith('stop '))).toEqual(['stop archive', 'stop postgres']);
    expect(calls.filter((call) => call.startsWith('ps '))).toHaveLength(2);
    for (const call of calls.filter((each) => each.startsWith('ps '))) expect(call).toContain('--status restarting');
    expect(calls.findIndex((call) => call.startsWith('run '))).toBeGreaterThan(calls.indexOf('stop postgres'));
  });

  it('is refused while a service lives', async () => {
    const { stdout, calls } = await recover({ first: 'polls' });
    expect(stdout).toContain('Running: polls');
    expect(calls.filter((call) => !call.startsWith('ps '))).toEqual([]);
  });

  it('does not touch the data of a PostgreSQL that goes on', async () => {
    const { stdout, calls } = await recover({ after: 'postgres' });
    expect(stdout).toContain('Still running: postgres');
    expect(calls.some((call) => call.startsWith('run '))).toBe(false);
  });
});
