import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { SERVICES } from '../secrets/variables.mts';
import { flowsOf, workloadsOf } from './cluster-view.mts';
import { EXPECTED_FLOWS } from './expected-flows.mts';
import { problemsOf } from './schemas.mts';
import { findKustomize, renderOverlay } from './render.mts';
import { LEAST_KUBERNETES, NEEDED } from './versions.mts';

const kustomize = await findKustomize();
const describeRendered = kustomize ? describe : describe.skip;
const BASE = ['postgres', 'postgres-backup', 'nats', 's3', 'monitoring'];
const PRODUCTION = [...BASE, 'gateway-api', 'gateway-nginx'];
const PAGE = readFileSync(join(ROOT, 'docs/operations/kubernetes.md'), 'utf8');
const NETWORK = {
  MAIL: '10.0.5.25/32',
  MAIL_PORT: '2525',
  MODEL: '10.0.6.0/24',
  MODEL_PORT: '8000',
  MEDIA: '10.0.7.1/32',
  MEDIA_PORT: '9000',
  BACKUP: '10.0.7.2/32',
  BACKUP_PORT: '9001',
  NAME_SERVER: '169.254.25.10/32',
};

const literalsOf = (values) => JSON.stringify(Object.entries(values).map(([name, value]) => `${name}=${value}`));
const overlay = (components, { network = {}, origin = 'https://polls.example.net' } = {}) => `
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: inkling
resources: [../../base]
components: ${JSON.stringify(components.map((name) => `../../components/${name}`))}
configMapGenerator:
  - { name: inkling-config, behavior: merge, literals: [PUBLIC_ORIGIN=${origin}] }
  - { name: inkling-manifests, behavior: merge, literals: ${literalsOf(network)} }
transformers: [../../transformers]`;
const of = (documents, kind, name) =>
  documents.filter((each) => each.kind === kind && (name === undefined || each.metadata.name === name));

describe('the page about Kubernetes', () => {
  it('lists every component, and what a cluster needs with its version', () => {
    const components = globSync('k8s/components/*', { cwd: ROOT }).map((path) => path.split('/').at(-1));
    expect(components.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
    expect(PAGE).toContain(`| Kubernetes | ${LEAST_KUBERNETES} |`);
    for (const { name, least, component } of NEEDED) {
      expect(PAGE).toMatch(new RegExp(`\\| \\[?${name}\\]?[^|]*\\| ${least.replaceAll('.', '\\.')} \\|`));
      expect(components).toContain(component);
    }
  });
});

describeRendered(
  `optional components${kustomize ? '' : ' (there is neither kustomize nor kubectl on the PATH)'}`,
  () => {
    let plain;
    let all;
    beforeAll(async () => {
      [plain, all] = await Promise.all([
        renderOverlay(kustomize, 'plain', overlay(PRODUCTION)),
        renderOverlay(
          kustomize,
          'all',
          overlay(
            [...PRODUCTION, 'cert-manager', 'autoscaling-sockets', 'network-inside', 'node-local-dns', 'argo-cd'],
            { network: NETWORK },
          ),
        ),
      ]);
    }, 60_000);

    it('render valid documents, and none that only kustomize needs', async () => {
      for (const document of all)
        expect([document.metadata.name, await problemsOf(document)]).toEqual([document.metadata.name, []]);
      expect(all.filter(({ metadata }) => metadata.name.startsWith('inkling-manifests'))).toEqual([]);
    });

    it('gateway-api: one host, sockets without a timeout, 120 s for an answer, and http redirects to https', () => {
      const [gateway] = of(plain, 'Gateway');
      expect(gateway.spec).toMatchObject({
        gatewayClassName: 'nginx',
        listeners: [
          { port: 80, protocol: 'HTTP' },
          { port: 443, protocol: 'HTTPS', tls: { certificateRefs: [{ name: 'inkling-tls' }] } },
        ],
      });
      const routes = of(plain, 'HTTPRoute');
      expect([
        ...gateway.spec.listeners.map(({ hostname }) => hostname),
        ...routes.flatMap(({ spec }) => spec.hostnames),
      ]).toEqual(Array(4).fill('polls.example.net'));
      const [route] = of(routes, 'HTTPRoute', 'inkling');
      const timeouts = Object.fromEntries(
        route.spec.rules.map(({ matches, timeouts: given }) => [matches[0].path.value, given.request]),
      );
      expect(timeouts).toEqual({ '/ws': '0s', '/': '120s' });
      expect(of(routes, 'HTTPRoute', 'inkling-to-https')[0].spec).toMatchObject({
        parentRefs: [{ sectionName: 'http' }],
        rules: [{ filters: [{ requestRedirect: { scheme: 'https', statusCode: 301 } }] }],
      });
      for (const { spec } of routes)
        for (const { sectionName } of spec.parentRefs)
          expect(gateway.spec.listeners.map(({ name }) => name)).toContain(sectionName);
      const [service] = of(plain, 'Service', 'web');
      for (const { backendRefs } of route.spec.rules)
        expect(backendRefs).toEqual([{ name: 'web', port: service.spec.ports[0].port }]);
      expect(of(plain, 'ClientSettingsPolicy')[0].spec).toMatchObject({
        targetRef: { kind: 'Gateway', name: 'inkling' },
        body: { maxSize: '27m' },
      });
    });

    it('ingress and ingress-nginx serve the same host', async () => {
      const documents = await renderOverlay(kustomize, 'ingress', overlay([...BASE, 'ingress', 'ingress-nginx']));
      expect(of(documents, 'Ingress')[0].spec).toMatchObject({
        ingressClassName: 'nginx',
        tls: [{ hosts: ['polls.example.net'] }],
        rules: [{ host: 'polls.example.net' }],
      });
      expect(flowsOf(documents)).toContain('namespace ingress-nginx -> web:8080');
    }, 60_000);

    it('network-inside and node-local-dns allow the addresses of the settings where they are needed', () => {
      const opened = [
        'notifications -> 10.0.5.25/32:2525',
        'insights -> 10.0.6.0/24:8000',
        'gateway -> 10.0.7.1/32:9000',
        'inkling-postgres -> 10.0.7.2/32:9001',
      ];
      const flows = flowsOf(all);
      const asking = EXPECTED_FLOWS.production
        .filter((flow) => flow.endsWith('kube-system:53'))
        .map((flow) => `${flow.split(' ')[0]} -> 169.254.25.10/32:53`);
      expect(flows).toEqual([...new Set([...EXPECTED_FLOWS.production, ...opened, ...asking])].sort());
    });

    it('autoscaling-sockets: only KEDA scales gateways and nginx, within the same bounds', () => {
      const bounds = (documents, name) =>
        of(documents, 'HorizontalPodAutoscaler', name).map(({ spec }) => [
          spec.minReplicas,
          spec.maxReplicas,
          spec.behavior,
        ]);
      for (const name of ['gateway', 'web']) {
        const [{ spec }] = of(all, 'ScaledObject', name);
        expect([
          [spec.minReplicaCount, spec.maxReplicaCount, spec.advanced.horizontalPodAutoscalerConfig.behavior],
        ]).toEqual(bounds(plain, name));
        expect(bounds(all, name)).toEqual([]);
        expect(spec.triggers.map(({ type }) => type)).toEqual(['prometheus', 'cpu']);
      }
      expect(of(all, 'HorizontalPodAutoscaler').map(({ metadata }) => metadata.name)).toEqual(
        of(plain, 'HorizontalPodAutoscaler')
          .map(({ metadata }) => metadata.name)
          .filter((name) => !['gateway', 'web'].includes(name)),
      );
    });

    it('argo-cd: Jobs are hooks of a sync; then come services, gateways, nginx, and what refers to them', () => {
      const waves = {};
      for (const { kind, metadata } of all)
        (waves[Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0)] ??= []).push(
          `${kind} ${metadata.name}`,
        );
      expect(waves[1]).toHaveLength(SERVICES.length + 1);
      expect(waves[2].toSorted()).toEqual(SERVICES.map((name) => `Deployment ${name}`).toSorted());
      expect([waves[3], waves[4]]).toEqual([['Deployment gateway'], ['Deployment web']]);
      expect(waves[5]).toEqual(
        expect.arrayContaining([
          'Gateway inkling',
          'HTTPRoute inkling',
          'ScaledObject gateway',
          'HorizontalPodAutoscaler auth',
        ]),
      );
      for (const { kind, document } of workloadsOf(all)) {
        const hook = document.metadata.annotations?.['argocd.argoproj.io/hook'];
        expect([document.metadata.name, hook]).toEqual([document.metadata.name, kind === 'Job' ? 'Sync' : undefined]);
      }
      // Annotations from other patches stay.
      expect(of(all, 'Gateway')[0].metadata.annotations).toMatchObject({
        'cert-manager.io/cluster-issuer': 'letsencrypt',
      });
    });
  },
);
