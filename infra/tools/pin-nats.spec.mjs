import { describe, expect, it } from '@jest/globals';
import { MACHINES, archiveName } from '../local/nats-release.mts';
import { releaseOf } from './pin-nats.mts';

const sum = (digit) => String(digit).repeat(64);

describe('pinning a release of the NATS server', () => {
  const lines = MACHINES.map((machine, index) => `${sum(index)}  ${archiveName(machine, '2.12.16')}`);

  it('takes the checksum of each archive from the release’s list', () => {
    const sums = [`${sum(9)}  nats-server-v2.12.16-windows-amd64.zip`, ...lines, ''].join('\n');
    expect(releaseOf('2.12.16', sums)).toEqual({
      version: '2.12.16',
      sha256: Object.fromEntries(MACHINES.map((machine, index) => [machine, sum(index)])),
    });
  });

  it('refuses a list without one of them, such as an error page', () => {
    expect(() => releaseOf('2.12.16', lines.slice(1).join('\n'))).toThrow(
      `no line for ${archiveName(MACHINES[0], '2.12.16')}`,
    );
    expect(() => releaseOf('2.12.16', '<html>Not here</html>')).toThrow('no line for');
  });
});
