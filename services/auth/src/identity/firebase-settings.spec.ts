import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@inkling/platform';
import { firebaseSettings } from './firebase-settings.js';

const ACCOUNT = {
  type: 'service_account',
  project_id: 'polls',
  client_email: 'robot@polls.example.org',
  private_key: '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n',
};
const known = { project_id: ACCOUNT.project_id, client_email: ACCOUNT.client_email, private_key: ACCOUNT.private_key };
const PROJECT = { NODE_ENV: 'production', FIREBASE_PROJECT_ID: 'polls' };

describe('settings of Firebase', () => {
  it('are off without a project', () => {
    expect(firebaseSettings({ NODE_ENV: 'production' })).toBeUndefined();
    expect(
      firebaseSettings({ NODE_ENV: 'production', FIREBASE_SERVICE_ACCOUNT: JSON.stringify(ACCOUNT) }),
    ).toBeUndefined();
  });

  it('need nothing but the project', () => {
    expect(firebaseSettings(PROJECT)).toEqual({ projectId: 'polls' });
  });

  it('take a service account as JSON or from a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'inkling-spec-'));
    const file = join(folder, 'account.json');
    writeFileSync(file, JSON.stringify(ACCOUNT));
    for (const value of [JSON.stringify(ACCOUNT), file]) {
      expect(firebaseSettings({ ...PROJECT, FIREBASE_SERVICE_ACCOUNT: value })).toEqual({
        projectId: 'polls',
        serviceAccount: known,
      });
    }
    await rm(folder, { recursive: true });
  });

  it.each([
    '/nowhere/account.json',
    '{',
    '{}',
    JSON.stringify({ ...ACCOUNT, project_id: 'other' }),
    JSON.stringify({ ...ACCOUNT, private_key: 'AA==' }),
  ])('stop the start with one line for the service account %s', (value) => {
    const start = () => firebaseSettings({ ...PROJECT, FIREBASE_SERVICE_ACCOUNT: value });
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(/^auth: bad configuration\. FIREBASE_SERVICE_ACCOUNT: [^\n]+$/);
    expect(start).not.toThrow(/AA==/);
  });

  it('take an emulator, but never in production', () => {
    const emulator = { FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
    expect(firebaseSettings({ ...PROJECT, ...emulator, NODE_ENV: 'development' })).toEqual({
      projectId: 'polls',
      emulatorHost: '127.0.0.1:9099',
    });
    expect(() => firebaseSettings({ ...PROJECT, ...emulator })).toThrow(
      'auth: bad configuration. FIREBASE_AUTH_EMULATOR_HOST: is not for production',
    );
    expect(() => firebaseSettings({ NODE_ENV: 'production', ...emulator })).toThrow(ConfigError);
  });
});
