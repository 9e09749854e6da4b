import { readFileSync } from 'node:fs';

const swc = JSON.parse(readFileSync(new URL('./.swcrc', import.meta.url), 'utf8'));
delete swc.$schema;

// Bundlers take `default` of a CommonJS package that was compiled from ES modules; Node does not.
const browserSwc = {
  ...swc,
  module: { ...swc.module, importInterop: 'swc' },
  jsc: {
    ...swc.jsc,
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' }, useDefineForClassFields: true },
  },
};

/** The export condition that every workspace package declares: specs run on sources, never on `dist`. */
const SOURCE = 'inkling-source';

const shared = {
  testPathIgnorePatterns: ['/node_modules/', '/dist/'],
  modulePathIgnorePatterns: ['<rootDir>/\\.data/', '<rootDir>/\\.nx/'],
  // NodeNext imports say `.js` where the source is `.ts`.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
};

/** Run with NODE_OPTIONS=--experimental-vm-modules (`npm test` sets it): Nest and MikroORM are ES modules only. */
export default {
  // For a machine that is busy; what waits for a condition gives up earlier, and says for what.
  testTimeout: 90_000,
  projects: [
    {
      ...shared,
      displayName: 'node',
      testEnvironment: 'node',
      testEnvironmentOptions: { customExportConditions: [SOURCE, 'node', 'node-addons'] },
      // infra's files are ES modules for Jest as well, as the `.mjs` that they import are.
      extensionsToTreatAsEsm: ['.mts'],
      transform: {
        '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false }],
        '^.+\\.mts$': ['@swc/jest', { ...swc, module: { type: 'es6' }, swcrc: false }],
      },
      testMatch: [
        '<rootDir>/.data/test/groups/*.spec.ts',
        '<rootDir>/{libs/*,services/*,gateway}/**/*.spec.ts',
        '<rootDir>/infra/**/*.spec.{ts,mts,mjs}',
        '<rootDir>/e2e/{api,crash}/**/*.spec.{ts,mjs}',
      ],
    },
    {
      ...shared,
      displayName: 'web',
      testEnvironment: '<rootDir>/infra/test/jsdom-environment.mjs',
      testEnvironmentOptions: { customExportConditions: [SOURCE, 'browser'] },
      transform: {
        '^.+\\.tsx?$': ['@swc/jest', { ...browserSwc, swcrc: false }],
        '\\.module\\.css$': '<rootDir>/infra/test/css-modules.mjs',
      },
      testMatch: ['<rootDir>/web/**/*.spec.{ts,tsx}'],
      setupFilesAfterEnv: ['<rootDir>/infra/test/web-setup.mjs'],
      moduleNameMapper: {
        ...shared.moduleNameMapper,
        '(?:(?<!\\.module)\\.css|\\.(?:svg|png|jpg|webp|woff2))(?:\\?.*)?$': '<rootDir>/infra/test/asset-stub.mjs',
      },
    },
  ],
};
