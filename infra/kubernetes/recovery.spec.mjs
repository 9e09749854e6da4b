import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ROOT } from '../local/paths.mjs';
import { SERVICES } from '../secrets/variables.mts';
import { flowsOf, workloadsOf } from './cluster-view.mts';
import { EXPECTED_FLOWS, RELEASE } from './expected-flows.mts';
import { problemsOf } from './schemas.mts';
import { environmentOf } from './pod-rules.mts';
import { findKustomize, readDocuments, renderOverlay } from './render.mts';

const kustomize = await findKustomize();
const describeRendered = kustomize ? describe : describe.skip;
const documents = (path) => readDocuments(join(ROOT, 'k8s/components', path));
const RECOVERED = 'inkling-postgres-recovered';
/** As docs/operations/recovery.md says. */
const AT = `
  - target: { kind: Cluster, name: ${RECOVERED} }
    patch: |-
      - { op: add, path: /spec/bootstrap/recovery/recoveryTarget, value: { targetTime: "2026-11-22 03:00:00+00" } }`;
const overlay = (components, patches = '') => `
apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
namespace: inkling
resources: [../production]
transformers: [../../transformers]
components: [${components.map((name) => `../../components/${name}`).join(', ')}]
${patches && `patches: ${patches}`}`;
const of = (all, kind, name) => all.find((each) => each.kind === kind && each.metadata.name === name);

describe('the recovered cluster', () => {
  it('is the same as the lost one, except for its origin and its archive', async () => {
    const [[lost], [found]] = await Promise.all(
      ['postgres', 'postgres-recovery'].map((name) => documents(`${name}/cluster.yaml`)),
    );
    const { bootstrap, externalClusters, plugins, ...same } = found.spec;
    const { bootstrap: first, ...before } = lost.spec;
    expect(same).toEqual(before);
    expect(bootstrap.recovery).toMatchObject({ database: first.initdb.database, owner: first.initdb.owner });
    const [archive] = externalClusters;
    expect(bootstrap.recovery.source).toBe(archive.name);
    const [[{ spec }], [store]] = [
      await documents('postgres-backup/cluster.yaml'),
      await documents('postgres-backup/object-store.yaml'),
    ];
    // A cluster archives under its own name unless the plugin is given another.
    expect(archive.plugin).toEqual({
      name: spec.plugins[0].name,
      parameters: { barmanObjectName: store.metadata.name, serverName: lost.metadata.name },
    });
    expect(plugins).toEqual([
      { ...spec.plugins[0], parameters: { ...spec.plugins[0].parameters, serverName: found.metadata.name } },
    ]);
  });
});

describeRendered(
  `an overlay that recovers${kustomize ? '' : ' (there is neither kustomize nor kubectl on the PATH)'}`,
  () => {
    let beside;
    let switched;
    beforeAll(async () => {
      beside = await renderOverlay(kustomize, 'beside', overlay(['postgres-recovery'], AT));
      switched = await renderOverlay(kustomize, 'switched', overlay(['postgres-recovery', 'postgres-switch']));
    }, 60_000);

    it('holds valid documents', async () => {
      for (const document of [...beside, ...switched])
        expect([document.metadata.name, await problemsOf(document)]).toEqual([document.metadata.name, []]);
      const names = switched.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(names).toEqual([...new Set(names)]);
    });

    it('creates a second cluster as of that moment, and changes nothing else', async () => {
      expect(of(beside, 'Cluster', RECOVERED).spec.bootstrap.recovery.recoveryTarget).toEqual({
        targetTime: '2026-11-22 03:00:00+00',
      });
      const production = await renderOverlay(kustomize, 'unchanged', overlay([]));
      const rest = beside.filter(
        ({ metadata }) => ![RECOVERED, 'postgres-recovered', 'to-postgres-recovered'].includes(metadata.name),
      );
      expect(rest).toEqual(production);
    });

    it('then connects every user of the database to it, and backs it up', () => {
      const users = workloadsOf(switched).filter(({ pod }) => pod.volumes?.some(({ name }) => name === 'postgres-ca'));
      expect(users.map(({ name }) => name).sort()).toEqual(
        [...SERVICES, ...SERVICES.map((name) => `migrate-${name}-v${RELEASE}`)].sort(),
      );
      for (const { name, pod } of users) {
        const { secret } = pod.volumes.find((volume) => volume.name === 'postgres-ca');
        expect([name, secret]).toEqual([
          name,
          { secretName: `${RECOVERED}-ca`, items: [{ key: 'ca.crt', path: 'ca.crt' }] },
        ]);
        for (const container of [...pod.containers, ...pod.initContainers]) {
          const given = environmentOf(container, switched, (secretName, key) => `${secretName}.${key}`);
          expect([name, given.DATABASE_ADDRESS]).toEqual([name, `${RECOVERED}-rw:5432/inkling`]);
          if (given.PGUSER)
            expect(given).toMatchObject({
              PGUSER: `${RECOVERED}-superuser.username`,
              PGPASSWORD: `${RECOVERED}-superuser.password`,
            });
        }
      }
      expect(of(switched, 'ScheduledBackup', RECOVERED).spec.cluster.name).toBe(RECOVERED);
    });

    it('allows the same connections to it as to the first one', () => {
      const both = EXPECTED_FLOWS.production.flatMap((flow) => {
        if (!flow.includes('inkling-postgres') || flow.includes('monitoring')) return [flow];
        return [flow, flow.replaceAll('inkling-postgres', RECOVERED)];
      });
      expect(flowsOf(beside)).toEqual([...new Set(both)].sort());
    });
  },
);
