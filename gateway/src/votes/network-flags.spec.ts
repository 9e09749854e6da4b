import { describe, expect, it } from '@jest/globals';
import { flagsRpc, type RpcContract } from '@inkling/contracts';
import type { RpcClient } from '@inkling/platform';
import type { GatewayConfig } from '../config.js';
import { NetworkFlags } from './network-flags.js';

/** Flags, and the calls that community received. */
function flags(least: number, answer: () => Promise<object> = () => Promise.resolve({})) {
  const told: unknown[] = [];
  const rpc = {
    call: (contract: RpcContract, request: unknown) => {
      told.push([contract.subject, request]);
      return answer();
    },
  } as unknown as RpcClient;
  return { told, flags: new NetworkFlags(rpc, { FLAG_NETWORK_VOTES: least } as GatewayConfig) };
}
const voted = (to: NetworkFlags, times: number, ip: string) => {
  for (let vote = 0; vote < times; vote += 1) to.voted(7, ip);
};

describe('votes of one network', () => {
  it('are told to community with the poll and their number alone', () => {
    const { told, flags: under } = flags(3);
    voted(under, 9, '198.51.100.7');
    expect(told).toEqual([[flagsRpc.networkVotes.subject, { pollId: 7, votes: 3 }]]);
  });

  it.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.0.9', '::ffff:172.16.0.1', 'fd00::1'])(
    'are not counted from %s, which many people share here',
    (ip) => {
      const { told, flags: under } = flags(1);
      voted(under, 3, ip);
      expect(told).toEqual([]);
    },
  );

  it('are not counted where the operator has switched it off', () => {
    const { told, flags: under } = flags(0);
    voted(under, 50, '198.51.100.7');
    expect(told).toEqual([]);
  });

  it('fail no vote while community is away', async () => {
    const { told, flags: under } = flags(1, () => Promise.reject(new Error('away')));
    expect(() => voted(under, 2, '198.51.100.7')).not.toThrow();
    expect(told).toHaveLength(1);
    await new Promise((resolve) => setImmediate(resolve));
  });
});
