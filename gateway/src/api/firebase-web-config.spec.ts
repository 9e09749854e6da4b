import { describe, expect, it } from '@jest/globals';
import { ConfigError } from '@inkling/platform';
import { GatewayConfig } from '../config.js';
import { firebaseWebConfig } from './firebase-web-config.js';

const WEB = { apiKey: 'k', authDomain: 'polls.firebaseapp.com', projectId: 'polls' };
const EMULATOR = '127.0.0.1:9099';
const settings = (NODE_ENV: 'development' | 'production', own: object) => ({
  ...GatewayConfig.parse({ SESSION_SECRET: 'x'.repeat(32), ...own }),
  NODE_ENV,
});

describe("Firebase's configuration for browsers", () => {
  it('is the given one, which cannot name an emulator', () => {
    const FIREBASE_WEB_CONFIG = JSON.stringify({ ...WEB, authEmulatorHost: EMULATOR });
    expect(firebaseWebConfig(settings('production', { FIREBASE_WEB_CONFIG }))).toEqual(WEB);
    expect(firebaseWebConfig(settings('production', {}))).toBeUndefined();
  });

  it('names the emulator, but never in production', () => {
    const own = { FIREBASE_WEB_CONFIG: JSON.stringify(WEB), FIREBASE_AUTH_EMULATOR_HOST: EMULATOR };
    expect(firebaseWebConfig(settings('development', own))).toEqual({ ...WEB, authEmulatorHost: EMULATOR });
    expect(() => firebaseWebConfig(settings('production', own))).toThrow(ConfigError);
    expect(() => firebaseWebConfig(settings('production', { FIREBASE_AUTH_EMULATOR_HOST: EMULATOR }))).toThrow(
      'gateway: bad configuration. FIREBASE_AUTH_EMULATOR_HOST: is not for production',
    );
  });

  it.each(['localhost', "127.0.0.1:9099 'unsafe-inline'", '127.0.0.1:9099; script-src *'])(
    'takes no emulator at %s',
    (host) => {
      expect(
        GatewayConfig.safeParse({ SESSION_SECRET: 'x'.repeat(32), FIREBASE_AUTH_EMULATOR_HOST: host }).success,
      ).toBe(false);
    },
  );
});
