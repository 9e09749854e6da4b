import { ConfigError, type BaseConfig } from '@inkling/platform';
import type { FirebaseWebConfig } from '@inkling/contracts';
import type { GatewayConfig } from '../config.js';

type Settings = Pick<GatewayConfig & BaseConfig, 'NODE_ENV' | 'FIREBASE_WEB_CONFIG' | 'FIREBASE_AUTH_EMULATOR_HOST'>;

/**
 * Firebase's configuration for browsers; undefined where it is not set up.
 * @throws ConfigError for an emulator in production
 */
export function firebaseWebConfig(settings: Settings): FirebaseWebConfig | undefined {
  const { NODE_ENV, FIREBASE_WEB_CONFIG: config, FIREBASE_AUTH_EMULATOR_HOST: authEmulatorHost } = settings;
  if (NODE_ENV === 'production' && authEmulatorHost) {
    throw new ConfigError('gateway: bad configuration. FIREBASE_AUTH_EMULATOR_HOST: is not for production');
  }
  return config && { ...config, ...(authEmulatorHost && { authEmulatorHost }) };
}
