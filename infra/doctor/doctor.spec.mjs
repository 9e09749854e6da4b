import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { LEAST_COMPOSE, LEAST_ENGINE } from '../docker/versions.mts';
import { ROOT } from '../local/paths.mjs';
import { context } from './context.spec-support.mts';
import { fail, lineOf, ok, redactor } from './findings.mts';
import { readOptions } from './options.mts';
import { runChecks } from './run.mts';

describe('the doctor', () => {
  it('ends though a check never does, and goes on though one breaks', async () => {
    const checks = [
      { name: 'slow', run: () => delay(60_000, [], { ref: false }) },
      { name: 'broken', run: async () => Promise.reject(new Error('with secret-word')) },
      { name: 'fine', run: async () => [ok('yes')] },
    ];
    const found = await runChecks(checks, context({ settings: { NATS_PASSWORD_AUTH: 'secret-word' } }), {
      checkMs: 50,
    });
    expect(found.map(({ check, state, found: text }) => [check, state, text])).toEqual([
      ['slow', 'fail', 'no result within 0.05 s'],
      ['broken', 'fail', 'the check itself failed: with ***'],
      ['fine', 'ok', 'yes'],
    ]);
  });

  it('prints one line per finding, without passwords and the like', () => {
    expect(lineOf({ check: 'mail', ...fail('no\nanswer', 'Try again.') }, 6)).toMatch(
      /^\S*fail\S* {2}mail {4}no answer -> Try again\.$/,
    );
    const clean = redactor({
      SMTP_URL: 'smtps://me%40x:pass%20word@mail',
      POSTGRES_PASSWORD: 'abcdefgh',
      PORT: '8080',
      WEB_PUSH_PUBLIC_KEY: 'BPublic',
    });
    expect(clean('smtps://me%40x:pass%20word@mail me@x pass word abcdefgh 8080 BPublic')).toBe(
      'smtps://***@mail me@x *** *** 8080 BPublic',
    );
    expect(clean('postgres://inkling:x@db')).toBe('postgres://***@db');
  });

  it('refuses options that do not go together', () => {
    expect(() => readOptions(['--compose', '--kubernetes'])).toThrow('--compose and --kubernetes exclude each other.');
    expect(() => readOptions(['--time-server', 'pool.ntp.org'])).toThrow('http(s) address');
    expect(() => readOptions(['--other'])).toThrow('See npm run doctor -- --help.');
    expect(readOptions(['--help'])).toBeUndefined();
  });
});

it.each(['README.md', 'docs/operations/compose.md'])('%s names the oldest versions of docker', (file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const short = (version) => version.slice(0, 2).join('.');
  expect(text).toMatch(new RegExp(`Docker Engine[ |]+${short(LEAST_ENGINE)}\\b`));
  expect(text).toMatch(new RegExp(`(Compose|docker-compose\`\\))[ |]+${short(LEAST_COMPOSE)}\\b`));
});
