import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { ruleGroups } from '../observability/rules.mts';
import { alertManifest, MANIFEST } from './alert-rules.mts';
import { problemsOf } from './schemas.mts';
import { environmentOf } from './pod-rules.mts';
import { SECRETS } from './secret-list.mts';
import { secretManifests, writeSecrets } from './secret-files.mts';

const GENERATED = SECRETS.filter(({ make }) => make);

describe('secrets', () => {
  let folder;
  beforeEach(() => (folder = join(mkdtempSync(join(tmpdir(), 'inkling-secrets-')), 'secrets')));
  afterEach(() => rmSync(join(folder, '..'), { recursive: true }));
  const read = (name) => readFileSync(join(folder, `${name}.env`), 'utf8');

  it('are made once, for their owner alone, and only what is missing is added later', async () => {
    expect(await writeSecrets(folder)).toEqual(GENERATED.map(({ name }) => name));
    expect(readdirSync(folder).sort()).toEqual(GENERATED.map(({ name }) => `${name}.env`).sort());
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    const before = read('inkling-session');
    expect(await writeSecrets(folder)).toEqual([]);

    // A service that is new in a release gets its NATS password, and the others keep theirs.
    const passwords = read('inkling-nats').trim().split('\n');
    writeFileSync(join(folder, 'inkling-nats.env'), `${passwords.slice(1).join('\n')}\n`);
    expect(await writeSecrets(folder)).toEqual(['inkling-nats']);
    const after = read('inkling-nats').trim().split('\n');
    expect(after.slice(1)).toEqual(passwords.slice(1));
    expect(after[0]).toMatch(/^NATS_PASSWORD_GATEWAY=./);
    expect(after[0]).not.toBe(passwords[0]);
    expect(read('inkling-session')).toBe(before);
  });

  it('are written by a command', async () => {
    const program = join(import.meta.dirname, 'secrets.mjs');
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--to', folder]);
    expect(stdout).toMatch(/^Wrote inkling-session, .* to /);
  });

  it('are printed as valid manifests, new each time, with values that need no quoting in an address', async () => {
    const [first, second] = [secretManifests('one'), secretManifests('one')].map((text) =>
      parseAllDocuments(text).map((document) => document.toJS()),
    );
    expect(first.map(({ metadata }) => metadata)).toEqual(GENERATED.map(({ name }) => ({ name, namespace: 'one' })));
    for (const [i, document] of first.entries()) {
      expect(await problemsOf(document)).toEqual([]);
      expect(Object.keys(document.stringData)).toEqual(GENERATED[i].keys);
      for (const [key, value] of Object.entries(document.stringData)) {
        expect([key, encodeURIComponent(value)]).toEqual([key, value]);
        if (key !== 'username') expect(second[i].stringData[key]).not.toBe(value);
      }
    }
  });
});

describe('alerts on a cluster', () => {
  it('are those of infra/observability (otherwise: node infra/kubernetes/alert-rules.mjs)', () => {
    expect(readFileSync(MANIFEST, 'utf8')).toBe(alertManifest(ruleGroups()));
  });
});

describe('the checks themselves', () => {
  it('find a field that a kind does not have, at any depth, and a value of the wrong type', async () => {
    const pod = {
      metadata: { labels: { a: 'b' } },
      spec: { containers: [{ name: 'app', image: 'app:1', volumeMount: [] }] },
    };
    const deployment = {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'app' },
      spec: { replica: 2, selector: { matchLabels: { a: 'b' } }, template: pod },
    };
    expect(await problemsOf(deployment)).toEqual([
      'spec.replica is no field of Deployment',
      'spec.template.spec.containers.0.volumeMount is no field of Deployment',
    ]);
    expect(await problemsOf({ ...deployment, spec: { ...deployment.spec, replicas: 'two' } })).toEqual([
      expect.stringContaining('replicas'),
    ]);
    expect(await problemsOf({ apiVersion: 'apps/v2', kind: 'Deployment', metadata: { name: 'app' } })).toEqual([
      'there is no apps/v2 Deployment',
    ]);
  });

  it('build an environment as Kubernetes does', () => {
    const documents = [{ kind: 'ConfigMap', metadata: { name: 'config' }, data: { HOST: 'db:5432', LEVEL: 'info' } }];
    const of = (env) =>
      environmentOf({ envFrom: [{ configMapRef: { name: 'config' } }], env }, documents, (secret, key) =>
        secret === 'there' ? key : undefined,
      );
    const host = { name: 'ADDRESS', valueFrom: { configMapKeyRef: { name: 'config', key: 'HOST' } } };
    expect(of([host, { name: 'URL', value: 'postgres://$(ADDRESS)' }, { name: 'LEVEL', value: 'warn' }])).toEqual({
      HOST: 'db:5432',
      LEVEL: 'warn',
      ADDRESS: 'db:5432',
      URL: 'postgres://db:5432',
    });
    expect(
      of([{ name: 'NONE', valueFrom: { secretKeyRef: { name: 'missing', key: 'x', optional: true } } }]),
    ).not.toHaveProperty('NONE');
    // Variables cannot use those of a whole ConfigMap.
    expect(() => of([{ name: 'URL', value: '$(HOST)' }])).toThrow(/URL uses HOST/);
    expect(() => of([{ name: 'URL', value: '$(ADDRESS)' }, host])).toThrow(/comes later/);
    expect(() => of([{ name: 'X', valueFrom: { configMapKeyRef: { name: 'config', key: 'GONE' } } }])).toThrow(/GONE/);
  });
});
