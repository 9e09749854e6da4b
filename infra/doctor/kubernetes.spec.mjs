import { describe, expect, it } from '@jest/globals';
import { SECRETS } from '../kubernetes/secret-list.mts';
import { cluster } from './checks/kubernetes/cluster.mts';
import { namespace } from './checks/kubernetes/namespace.mts';
import { network } from './checks/kubernetes/network.mts';
import { operators } from './checks/kubernetes/operators.mts';
import { secrets } from './checks/kubernetes/secrets.mts';
import { Kubectl } from './kubectl.mts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const ran = (stdout, code = 0, stderr = '') => ({ code, stdout, stderr, problem: undefined });
const named = (...names) => names.map((name) => ({ metadata: { name } }));
const deployment = (name, image, available = 1, namespaceName = 'cnpg-system') => ({
  metadata: { name, namespace: namespaceName },
  spec: { replicas: 1, template: { spec: { containers: [{ image }] } } },
  status: { availableReplicas: available },
});

/** kubectl, before a cluster that has what is given. */
function kubectl(things, { version = 'v1.33.2', metrics = true } = {}) {
  const host = {
    run: async (_command, [, ...args]) => {
      const [verb, what] = args;
      if (verb === 'version') return ran(JSON.stringify({ serverVersion: { gitVersion: version } }));
      if (what === '--raw') return metrics ? ran('{"resources":[{"kind":"PodMetrics"}]}') : ran('', 1, 'not found');
      if (args.some((arg) => arg.startsWith('go-template=')))
        return things.secrets === undefined ? ran('', 1, 'Forbidden') : ran(things.secrets);
      return things[what] === undefined
        ? ran('', 1, `error: the server doesn't have a resource type "${what}"`)
        : ran(JSON.stringify({ items: things[what] }));
    },
  };
  return new Kubectl(host, 'inkling');
}
const said = async (check, things, options) =>
  (await check.run({ kubectl: kubectl(things, options), host: { now: () => NOW } })).map(
    ({ state, found }) => `${state}: ${found}`,
  );

describe('a cluster', () => {
  const ready = { status: { conditions: [{ type: 'Ready', status: 'True' }] } };
  const standard = {
    metadata: { name: 'fast', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    allowVolumeExpansion: true,
  };

  it('that has everything', async () => {
    expect(await said(cluster, { nodes: [ready, ready, ready], 'storageclasses.storage.k8s.io': [standard] })).toEqual([
      'ok: Kubernetes v1.33.2',
      'ok: 3 nodes are ready',
      'ok: volumes are of fast',
      'ok: metrics of pods are there',
    ]);
  });

  it('that is old, small, and without a default class and metrics', async () => {
    expect(
      await said(
        cluster,
        { nodes: [ready, { status: {} }], 'storageclasses.storage.k8s.io': named('slow') },
        { version: 'v1.29.9', metrics: false },
      ),
    ).toEqual([
      'fail: Kubernetes v1.29.9 is older than 1.30',
      'warn: 1 of 2 nodes are ready',
      'fail: no storage class is the default',
      'fail: there are no metrics of pods, so nothing is scaled',
    ]);
  });

  it('whose operators are there, old, stopped, or missing', async () => {
    const crds = [
      ...named(
        'clusters.postgresql.cnpg.io',
        'objectstores.barmancloud.cnpg.io',
        'certificates.cert-manager.io',
        'podmonitors.monitoring.coreos.com',
      ),
      {
        metadata: {
          name: 'httproutes.gateway.networking.k8s.io',
          annotations: { 'gateway.networking.k8s.io/bundle-version': 'v1.1.0' },
        },
      },
    ];
    const deployments = [
      deployment('cnpg-controller-manager', 'ghcr.io/cloudnative-pg/cloudnative-pg:1.28.1'),
      deployment('barman-cloud', 'ghcr.io/cloudnative-pg/plugin-barman-cloud:v0.11.0', 0),
      deployment('cert-manager', 'quay.io/jetstack/cert-manager-controller:v1.15.3'),
    ];
    expect(
      await said(operators, {
        'customresourcedefinitions.apiextensions.k8s.io': crds,
        'deployments.apps': deployments,
      }),
    ).toEqual([
      'ok: CloudNativePG 1.28.1',
      'fail: Barman Cloud plugin 0.11.0 does not run',
      'fail: cert-manager 1.15.3 is older than 1.17',
      'fail: Gateway API v1.1.0 is older than 1.2',
      'warn: NGINX Gateway Fabric is not there (a Gateway by nginx, one of many)',
      'warn: Prometheus operator has its kinds here; its version is not known',
      'warn: KEDA is not there (gateways by their open sockets)',
    ]);
  });

  it('on which the application runs, without what its overlay leaves out', async () => {
    const things = {
      'customresourcedefinitions.apiextensions.k8s.io': named('clusters.postgresql.cnpg.io'),
      'deployments.apps': [
        deployment('gateway', 'inkling/gateway:0.1.0', 1, 'inkling'),
        deployment('cnpg-controller-manager', 'ghcr.io/cloudnative-pg/cloudnative-pg:1.26.0'),
      ],
    };
    expect(await said(operators, things)).toEqual(['fail: CloudNativePG 1.26.0 is older than 1.27']);
  });

  it.each([
    [named('calico-node', 'kube-proxy'), ['ok: Calico keeps NetworkPolicies']],
    [named('kube-flannel-ds'), ['fail: Flannel keeps no NetworkPolicies: every pod reaches every other']],
    [named('kindnet'), ['warn: kindnet keeps NetworkPolicies only in newer versions, or where it is told to']],
    [named('something'), ['warn: no network plugin is recognised']],
    [
      named('cilium', 'node-local-dns'),
      ['ok: Cilium keeps NetworkPolicies', 'fail: a name server runs on every node, which no NetworkPolicy allows'],
    ],
  ])('with %j', async (sets, expected) => {
    expect(
      await said(network, { 'daemonsets.apps': sets, 'networkpolicies.networking.k8s.io': named('default-deny') }),
    ).toEqual(expected);
  });

  it('whose Secrets are there, or lack a key; their values are never asked for', async () => {
    const generated = SECRETS.filter(({ from }) => from === 'generated');
    const lines = (all) => all.map(({ name, keys }) => [name, ...keys].join(' ')).join('\n');
    expect(await said(secrets, { secrets: lines(generated) })).toEqual(['ok: all that are generated are there']);
    const [first, ...rest] = generated;
    const without = generated.filter(({ name }) => name !== 'inkling-probe');
    expect(await said(secrets, { secrets: lines(without) })).toEqual(['ok: all that are generated are there']);
    expect(await said(secrets, { secrets: lines(without), 'deployments.apps': named('probe') })).toEqual([
      'fail: inkling-probe is missing',
    ]);
    expect(await said(secrets, { secrets: lines([...rest, { ...first, keys: [] }]) })).toEqual([
      'fail: inkling-session lacks SESSION_SECRET',
    ]);
    expect(await said(secrets, { secrets: '' })).toEqual(['fail: there are none']);
    expect(await said(secrets, {})).toEqual(['warn: Secrets cannot be looked at: Forbidden']);
  });

  it('in which something fails', async () => {
    const database = {
      metadata: { name: 'inkling-postgres' },
      spec: { instances: 3, plugins: [{ isWALArchiver: true }] },
      status: {
        readyInstances: 2,
        conditions: [{ type: 'ContinuousArchiving', status: 'False', message: 'no bucket' }],
      },
    };
    const backup = {
      spec: { cluster: { name: 'inkling-postgres' } },
      status: { phase: 'completed', stoppedAt: '2026-11-19T03:20:00Z' },
    };
    const things = {
      'deployments.apps': [
        deployment('auth', 'r.example.org:5000/inkling/auth:0.1.0', 0),
        deployment('polls', 'inkling/polls:0.2.0'),
      ],
      'jobs.batch': [
        { metadata: { name: 'migrate-auth-v0-1-0' }, status: { conditions: [{ type: 'Failed', status: 'True' }] } },
      ],
      'clusters.postgresql.cnpg.io': [database],
      'backups.postgresql.cnpg.io': [backup],
    };
    expect(await said(namespace, things)).toEqual([
      'fail: auth: no pod is available',
      'warn: images of several versions run: 0.1.0, 0.2.0',
      'fail: the job migrate-auth-v0-1-0 has failed',
      'warn: inkling-postgres: 2 of 3 servers are ready',
      'fail: inkling-postgres does not archive its log: no bucket',
      'fail: the newest backup of inkling-postgres is 81 hours old',
    ]);
    expect(await said(namespace, { 'deployments.apps': [] })).toEqual(['warn: nothing runs in inkling']);
  });
});
