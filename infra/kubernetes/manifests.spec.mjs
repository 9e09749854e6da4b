import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { PRODUCT_SETTINGS } from '../local/postgres.mts';
import { SERVICES } from '../secrets/variables.mts';
import { containersOf, flowsOf, portNumber, postgresOf, selects, workloadsOf } from './cluster-view.mts';
import { EXPECTED_FLOWS, RELEASE } from './expected-flows.mts';
import {
  environmentOf,
  graceProblems,
  probeProblems,
  secretProblems,
  securityProblems,
  selectorProblems,
} from './pod-rules.mts';
import { findKustomize, OVERLAYS, readDocuments, renderOverlays } from './render.mts';
import { problemsOf } from './schemas.mts';
import { SECRETS } from './secret-list.mts';

const ROOT = join(import.meta.dirname, '../..');
const APPLICATIONS = ['gateway', ...SERVICES];
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
/**
 * Variables that no service's own configuration declares: read by Node, by the PostgreSQL client, by OpenTelemetry, or
 * put into another one.
 */
const NOT_OURS = /^(PG[A-Z]+|NODE_EXTRA_CA_CERTS|OTEL_[A-Z_]+|DATABASE_ADDRESS|DATABASE_PASSWORD|MIGRATE)$/;
/** Values that only an operator knows. */
const GIVEN = {
  SMTP_URL: 'smtp://inkling:word@mail.example.org:587',
  OPENAI_API_KEY: 'key',
  FIREBASE_SERVICE_ACCOUNT: '/run/account.json',
  username: 'postgres',
  password: 'word',
};
/** Seconds that a process may take to end: DRAIN_MS, and then the rest of its work. */
const OWN_END = {
  gateway: 5 + 25,
  web: 30,
  ...Object.fromEntries(SERVICES.map((name) => [name, 25])),
  'inkling-nats': 45,
  'object-store': 15,
};

const kustomize = await findKustomize();
const describeRendered = kustomize ? describe : describe.skip;
const files = globSync('k8s/**/*.yaml', { cwd: ROOT, exclude: (name) => name === 'secrets' });
/** Patches are not complete documents. */
const isPatch = (path) =>
  [
    'base/patches/',
    'k8s/transformers/',
    'overlays/local/postgres',
    'postgres-backup/cluster',
    'ingress-nginx/',
    'gateway-nginx/web',
  ].some((part) => path.includes(part));

describe('the manifests', () => {
  it.each(files.filter((path) => !isPatch(path) && !path.endsWith('kustomization.yaml')))(
    '%s holds valid documents',
    async (path) => {
      const documents = await readDocuments(join(ROOT, path));
      expect(documents.length).toBeGreaterThan(0);
      for (const document of documents) {
        // Patches add probes and names, which the schemas do not require.
        expect(await problemsOf(document)).toEqual([]);
      }
    },
  );

  it('are all used by a kustomization', async () => {
    const kustomizations = files.filter((path) => path.endsWith('kustomization.yaml'));
    const used = kustomizations.flatMap((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8');
      return [...text.matchAll(/[\w./-]+\.(?:yaml|env)/g)].map(([name]) => join(path, '..', name));
    });
    const all = [
      ...files.filter((path) => !kustomizations.includes(path)),
      ...globSync('k8s/base/**/*.env', { cwd: ROOT }),
    ];
    expect(all.filter((path) => !used.includes(path))).toEqual([]);
  });
});

describeRendered(`the overlays${kustomize ? '' : ' (there is neither kustomize nor kubectl on the PATH)'}`, () => {
  /** @type {Record<string, any[]>} */
  let overlays;
  beforeAll(async () => {
    overlays = await renderOverlays(kustomize);
  }, 60_000);
  const cases = OVERLAYS.map((name) => [name]);
  const workloads = (name) => workloadsOf(overlays[name]);
  const problems = (name, check, among = workloads(name)) => among.flatMap((workload) => check(workload));
  const lasting = (name) =>
    workloads(name).filter(({ kind, name: workload }) => kind !== 'Job' && workload !== 'admin');
  const parameters = (name) => postgresOf(overlays[name])[0].document.spec.postgresql.parameters;

  it.each(cases)('%s: every document is valid, without unknown fields', async (name) => {
    for (const document of overlays[name])
      expect([document.kind, document.metadata.name, await problemsOf(document)]).toEqual([
        document.kind,
        document.metadata.name,
        [],
      ]);
    const names = overlays[name].map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(names).toEqual([...new Set(names)]);
  });

  it.each(cases)('%s: has every application, its migrations, NATS and PostgreSQL', (name) => {
    expect(workloads(name).map(({ kind, name: workload }) => `${kind} ${workload}`)).toEqual(
      expect.arrayContaining([
        ...[...APPLICATIONS, 'web', 'admin'].map((app) => `Deployment ${app}`),
        ...SERVICES.map((app) => `Job migrate-${app}-v${RELEASE}`),
        'StatefulSet inkling-nats',
      ]),
    );
    expect(postgresOf(overlays[name])).toHaveLength(1);
    const streams = workloads(name).find((workload) => workload.name === `streams-v${RELEASE}`).pod.containers[0];
    const servers = workloads(name).find((workload) => workload.name === 'inkling-nats').document.spec.replicas;
    expect(streams.args).toEqual(['streams', '--replicas', String(servers)]);
    for (const { kind, metadata } of overlays[name])
      if (kind !== 'Namespace')
        expect([kind, metadata.name, metadata.namespace]).toEqual([kind, metadata.name, 'inkling']);
  });

  it.each(cases)('%s: every container is restricted, limited, and of a fixed image', (name) => {
    expect(
      overlays[name].find(({ kind }) => kind === 'Namespace').metadata.labels['pod-security.kubernetes.io/enforce'],
    ).toBe('restricted');
    expect(problems(name, securityProblems)).toEqual([]);
    const accounts = overlays[name]
      .filter(
        ({ kind, automountServiceAccountToken }) => kind === 'ServiceAccount' && automountServiceAccountToken === false,
      )
      .map(({ metadata }) => metadata.name);
    expect(workloads(name).filter(({ pod }) => !accounts.includes(pod.serviceAccountName))).toEqual([]);
  });

  it.each(cases)('%s: every workload except Jobs has probes, and time to end', (name) => {
    expect(problems(name, probeProblems, lasting(name))).toEqual([]);
    expect(problems(name, (workload) => graceProblems(workload, OWN_END[workload.name]), lasting(name))).toEqual([]);
    const gateway = workloads(name).find((workload) => workload.name === 'gateway');
    expect(Number(environmentOf(gateway.pod.containers[0], overlays[name], () => 'x').DRAIN_MS)).toBe(5_000);
  });

  it.each(cases)('%s: every selector selects one workload', (name) => {
    expect(selectorProblems(overlays[name], workloads(name))).toEqual([]);
    const budgets = overlays[name].filter(({ kind }) => kind === 'PodDisruptionBudget');
    expect(
      lasting(name).filter(({ labels }) => budgets.filter(({ spec }) => selects(spec.selector, labels)).length !== 1),
    ).toEqual([]);
  });

  it.each(cases)('%s: a Deployment has an autoscaler or a number of replicas, never both', (name) => {
    const scaled = overlays[name]
      .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
      .map(({ spec }) => spec.scaleTargetRef.name);
    const deployments = workloads(name).filter(({ kind }) => kind === 'Deployment');
    expect(
      deployments.filter(
        ({ name: workload, document }) => scaled.includes(workload) === (document.spec.replicas !== undefined),
      ),
    ).toEqual([]);
    expect(scaled.filter((target) => !deployments.some(({ name: workload }) => workload === target))).toEqual([]);
  });

  it.each(cases)('%s: the policies allow exactly the expected connections', (name) => {
    const deny = overlays[name].find(
      ({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'default-deny',
    );
    expect(deny.spec).toMatchObject({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    const others = overlays[name].filter((document) => document.kind === 'NetworkPolicy' && document !== deny);
    const pods = [...workloads(name), ...postgresOf(overlays[name])];
    expect(pods.filter(({ labels }) => !others.some(({ spec }) => selects(spec.podSelector, labels)))).toEqual([]);
    expect(flowsOf(overlays[name])).toEqual([...EXPECTED_FLOWS[name]].sort());
  });

  it.each(cases)('%s: every Secret and key that is referred to is in the list', (name) => {
    expect(problems(name, secretProblems)).toEqual([]);
    const roles = postgresOf(overlays[name])[0].document.spec.managed.roles;
    expect(roles.map((role) => [role.name, role.passwordSecret.name])).toEqual(
      SERVICES.map((service) => [`inkling_${service}`, `inkling-postgres-${service}`]),
    );
    const made = overlays[name].filter(({ kind }) => kind === 'Secret');
    // Only the trial overlay contains secrets, which were generated for this test.
    expect(new Set(made.map(({ metadata }) => metadata.name))).toEqual(
      new Set(name === 'local' ? SECRETS.filter(({ make }) => make).map((secret) => secret.name) : []),
    );
    for (const { metadata, data, type } of made) {
      const entry = SECRETS.find((secret) => secret.name === metadata.name);
      expect([type, Object.keys(data).sort()]).toEqual([entry.type ?? 'Opaque', [...entry.keys].sort()]);
    }
  });

  it.each(cases)('%s: every application accepts its environment and declares every variable in it', async (name) => {
    const { BaseConfig, parseConfig } = await source('libs/platform/src/config/base-config.ts');
    const schemas = {};
    for (const app of APPLICATIONS)
      schemas[app] = BaseConfig.extend(
        Object.values(await source(`${app === 'gateway' ? 'gateway' : `services/${app}`}/src/config.ts`)).find(
          (value) => value?.shape,
        ).shape,
      );
    // At least one application declares each shared variable; each declares those that it alone gets.
    const shared = overlays[name].find(
      ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name.startsWith('inkling-config'),
    ).data;
    expect(
      Object.keys(shared).filter(
        (variable) => !NOT_OURS.test(variable) && !APPLICATIONS.some((app) => variable in schemas[app].shape),
      ),
    ).toEqual([]);
    const values = Object.fromEntries(SECRETS.map((secret) => [secret.name, { ...GIVEN, ...secret.make?.() }]));
    for (const { name: workload, labels, pod } of workloads(name).filter(({ pod: { containers } }) =>
      containers.some(({ image }) => /inkling\/(?!web|admin)/.test(image)),
    )) {
      const app = labels['app.kubernetes.io/name'];
      const schema = schemas[app];
      for (const container of containersOf(pod).filter(({ image }) => image.includes('inkling/'))) {
        const env = environmentOf(container, overlays[name], (secret, key) => values[secret]?.[key]);
        const unknown = Object.keys(env).filter(
          (variable) => !NOT_OURS.test(variable) && !(variable in shared) && !(variable in schema.shape),
        );
        expect([workload, container.name, unknown]).toEqual([workload, container.name, []]);
        if (labels['app.kubernetes.io/component'] === 'migration')
          expect(Object.keys(env).filter((variable) => !/^(PGSSLMODE|NODE_EXTRA_CA_CERTS)$/.test(variable))).toEqual([
            'DATABASE_ADDRESS',
            'DATABASE_PASSWORD',
            'DATABASE_URL',
          ]);
        else
          expect(parseConfig(app, schema, env)).toMatchObject({
            NODE_ENV: 'production',
            NATS_USER: app,
            HTTP_PORT: 8080,
            HTTP_HOST: '0.0.0.0',
          });
        if (app !== 'gateway')
          expect(new URL(env.DATABASE_URL)).toMatchObject({
            username: `inkling_${app}`,
            hostname: `${postgresOf(overlays[name])[0].name}-rw`,
            pathname: '/inkling',
          });
      }
    }
  });

  it.each(cases)('%s: nginx and the database get the settings that they expect', (name) => {
    const start = readFileSync(join(ROOT, 'infra/nginx/start.sh'), 'utf8');
    const web = workloads(name).find((workload) => workload.name === 'web');
    const env = environmentOf(web.pod.containers[0], overlays[name], () => undefined);
    expect(Object.keys(env).filter((variable) => !start.includes(`\${${variable}`))).toEqual([]);
    const [host, port] = env.GATEWAY.split(':');
    const service = overlays[name].find(
      ({ kind, metadata }) => kind === 'Service' && host === `${metadata.name}.${metadata.namespace}.svc.cluster.local`,
    );
    // Headless, so that nginx sees every pod's address and can try the next one.
    expect(service.spec).toMatchObject({ clusterIP: 'None', ports: [{ port: Number(port) }] });
    expect(
      portNumber(
        workloads(name).find((workload) => workload.name === 'gateway'),
        'http',
      ),
    ).toBe(Number(port));

    for (const setting of [
      'io_method',
      'checkpoint_timeout',
      'random_page_cost',
      'jit',
      'log_parameter_max_length',
      'log_parameter_max_length_on_error',
    ])
      expect([setting, parameters(name)[setting]]).toEqual([setting, PRODUCT_SETTINGS[setting]]);
    const pinned = Object.fromEntries(
      readFileSync(join(ROOT, 'infra/docker/images.env'), 'utf8')
        .split('\n')
        .filter((line) => /^\w+_IMAGE=/.test(line))
        .map((line) => line.split('=')),
    );
    const foreign = new Set(
      workloads(name)
        .flatMap(({ pod }) => containersOf(pod).map(({ image }) => image))
        .filter((image) => !image.includes('inkling/')),
    );
    expect([...foreign].filter((image) => !Object.values(pinned).includes(image))).toEqual([]);
  });

  describe('jobs', () => {
    const jobs = (documents) => documents.filter(({ kind }) => kind === 'Job');
    const change = async (folder, file, pattern, text) => {
      const path = join(folder, file);
      const before = readFileSync(path, 'utf8');
      expect(before).toMatch(pattern);
      writeFileSync(path, before.replace(pattern, text));
    };

    it('do not change with other settings, and stay after their end, so that nothing runs them again', async () => {
      const changed = await renderOverlays(kustomize, (folder) =>
        change(folder, 'base/config/common.env', /LOG_LEVEL=.*/, 'LOG_LEVEL=debug'),
      );
      for (const name of OVERLAYS) {
        expect(changed[name]).not.toEqual(overlays[name]);
        expect(jobs(changed[name])).toEqual(jobs(overlays[name]));
        expect(jobs(overlays[name])).toHaveLength(SERVICES.length + 1);
        for (const { spec } of jobs(overlays[name])) expect(spec).not.toHaveProperty('ttlSecondsAfterFinished');
      }
    }, 60_000);

    it('have new names with each release, so that an upgrade changes no existing Job', async () => {
      const next = await renderOverlays(kustomize, async (folder) => {
        await change(folder, 'base/config/manifests.env', /RELEASE=.*/, 'RELEASE=9-8-7-rc-1');
        await change(folder, 'overlays/production/kustomization.yaml', /RELEASE=.*/, 'RELEASE=9-8-7-rc-1');
      });
      for (const name of OVERLAYS) {
        const names = jobs(next[name]).map(({ metadata }) => metadata.name);
        expect(names.filter((one) => !one.endsWith('-v9-8-7-rc-1'))).toEqual([]);
        expect(names.toSorted()).toEqual(
          jobs(overlays[name])
            .map(({ metadata }) => metadata.name.replace(RELEASE, '9-8-7-rc-1'))
            .toSorted(),
        );
      }
    }, 60_000);

    it.each(cases)('%s: all images are of this version', (name) => {
      const images = workloads(name)
        .flatMap(({ pod }) => containersOf(pod).map(({ image }) => image))
        .filter((image) => image.includes('inkling/'));
      expect([...new Set(images.map((image) => image.split(':').at(-1)))]).toEqual([VERSION]);
    });
  });

  it.each(cases)('%s: there are enough database connections for all replicas, during an upgrade too', (name) => {
    const most = (service) =>
      overlays[name].find(({ kind, metadata }) => kind === 'HorizontalPodAutoscaler' && metadata.name === service)?.spec
        .maxReplicas ?? workloads(name).find((workload) => workload.name === service).document.spec.replicas;
    const surge = 1;
    // Search has a second pool of the same size for searches.
    const pools = (service) => (service === 'search' ? 2 : 1);
    const connections = SERVICES.reduce((sum, service) => sum + (most(service) + surge) * pools(service) * 10, 0);
    expect(connections).toBeLessThanOrEqual(Number(parameters(name).max_connections) - 50);
  });
});

/** A TypeScript source, by its path from the root. */
async function source(path) {
  const module = await import(join(ROOT, path));
  return { ...module.default, ...module };
}
