import { describe, expect, it } from '@jest/globals';
import { memory, openFiles } from './checks/computer.mts';
import { containers } from './checks/containers.mts';
import { docker } from './checks/docker.mts';
import { ports } from './checks/ports.mts';
import { missing, ran, said } from './context.spec-support.mts';

describe('checks of the computer', () => {
  it('docker: not there, not allowed, not running, or without the plugin', async () => {
    const refused = (stderr) => ({ code: 1, stdout: '', stderr, problem: undefined });
    const of = (engine, compose = ran('2.40.3')) =>
      said(docker, { docker: { version: async () => engine, composeVersion: async () => compose } });
    expect(await of(missing)).toEqual(['fail: there is no docker on the PATH']);
    expect((await of(refused('permission denied while trying to connect to the docker API')))[0]).toBe(
      'fail: the engine may not be asked',
    );
    expect((await of(refused('Cannot connect to the Docker daemon')))[0]).toBe(
      'fail: the engine does not answer: Cannot connect to the Docker daemon',
    );
    expect(await of(ran('27.5.1'), refused('unknown command: docker compose'))).toEqual([
      'ok: Engine 27.5.1',
      'fail: the compose plugin is missing',
    ]);
  });

  it('ports: our own container may hold one, another program may not', async () => {
    const nginx = { service: 'nginx', name: 'inkling-nginx-1', state: 'running', ports: [8080] };
    const host = { probePort: async () => 'taken' };
    expect(await said(ports, { host, docker: { containers: async () => [nginx] } })).toEqual([
      'ok: 0.0.0.0:8080 is held by our own inkling-nginx-1',
    ]);
    expect(await said(ports, { host, docker: { containers: async () => [{ ...nginx, service: 'other' }] } })).toEqual([
      'fail: 0.0.0.0:8080 is taken by another program',
    ]);
  });

  it('containers: what ended, is unhealthy, or runs an image that was replaced', async () => {
    const of = (service, more = {}) => ({
      service,
      name: `inkling-${service}-1`,
      image: `inkling/${service}:local`,
      imageId: 'a',
      state: 'running',
      health: 'healthy',
      exitCode: 0,
      restarts: 0,
      lasting: true,
      ...more,
    });
    const all = [
      of('auth'),
      of('polls', { health: 'unhealthy' }),
      of('migrate-auth', { state: 'exited', exitCode: 1, lasting: false }),
      of('streams', { state: 'exited', lasting: false }),
      of('social', { state: 'exited', health: 'unhealthy' }),
      of('postgres', { image: 'postgres:17' }),
      of('search', { restarts: 9 }),
    ];
    const docker = {
      containers: async () => all,
      services: async () => ['auth', 'gateway', 'web'],
      imageId: async (image) => (image.includes('auth') ? 'b' : 'a'),
    };
    expect(await said(containers, { docker })).toEqual([
      'fail: inkling-polls-1 is not healthy',
      'fail: inkling-migrate-auth-1 ended with 1',
      'fail: inkling-social-1 is exited',
      'warn: inkling-search-1 was restarted 9 times',
      'fail: not there: gateway, web',
      'warn: auth: the image has been replaced since',
      'warn: postgres runs postgres:17, which this version does not name',
    ]);
  });

  it('memory and open files: what there is, and for how many sockets', async () => {
    const files = {
      '/proc/meminfo': 'MemTotal:  2097152 kB\nMemAvailable: 1048576 kB\n',
      '/proc/self/limits': 'Max open files            1024                 4096                 files\n',
    };
    const host = { read: async (path) => files[path] };
    expect(await said(memory, { host })).toEqual(['fail: 2.0 GB, 1.0 GB available']);
    expect(await said(memory, { host, mode: 'start' })).toEqual(['ok: 2.0 GB, 1.0 GB available']);
    expect(await said(openFiles, { host })).toEqual([
      'warn: this computer gives: 4096, which is enough for 2048 sockets',
    ]);
  });
});
