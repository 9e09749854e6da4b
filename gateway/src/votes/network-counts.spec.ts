import { describe, expect, it } from '@jest/globals';
import { NetworkCounts, flaggedNetwork } from './network-counts.js';

const MINUTE = 60_000;
/** Votes from addresses of one network, as an office or a rented range has them. */
const votes = (counts: NetworkCounts, pollId: number, addresses: readonly string[], at = 0) =>
  addresses.map((ip) => counts.add(pollId, ip, at));
const office = (count: number) => Array.from({ length: count }, (_, host) => `198.51.100.${host + 1}`);
/** Addresses of which no two are in one network. */
const world = (count: number) => Array.from({ length: count }, (_, n) => `203.${n >> 8}.${n & 255}.7`);
const raised = (results: readonly (number | undefined)[]) => results.filter((each) => each !== undefined);

describe('the network of a flag', () => {
  it.each([
    ['198.51.100.7', '198.51.100'],
    ['::ffff:198.51.100.7', '198.51.100'],
    ['2001:db8:1:2::9', '2001:db8:1::/48'],
    ['2001:db8:1:ff00::9', '2001:db8:1::/48'],
  ])('of %s is %s', (ip, network) => {
    expect(flaggedNetwork(ip)).toBe(network);
  });
});

describe('votes by network', () => {
  it('are pointed out from the limit on, at most once a minute', () => {
    const counts = new NetworkCounts(5);
    expect(votes(counts, 1, office(4))).toEqual([undefined, undefined, undefined, undefined]);
    expect(raised(votes(counts, 1, office(9), 1))).toEqual([5]);
    expect(raised(votes(counts, 1, office(2), MINUTE))).toEqual([]);
    expect(raised(votes(counts, 1, office(2), MINUTE + 1))).toEqual([16]);
  });

  it('are pointed out only where they are more than half of the poll’s votes', () => {
    const counts = new NetworkCounts(5);
    votes(counts, 1, world(30));
    expect(raised(votes(counts, 1, office(30)))).toEqual([]);
    expect(votes(counts, 1, office(1))).toEqual([31]);
  });

  it('are each poll’s own', () => {
    const counts = new NetworkCounts(5);
    for (const pollId of [1, 2, 3]) expect(raised(votes(counts, pollId, office(4)))).toEqual([]);
    expect(raised(votes(counts, 2, office(1)))).toEqual([5]);
  });

  it('are found among many networks that vote once, before and after them', () => {
    const counts = new NetworkCounts(25);
    votes(counts, 1, world(100));
    expect(raised(votes(counts, 1, office(160)))).not.toEqual([]);
  });

  it('are forgotten after ten minutes', () => {
    const counts = new NetworkCounts(5);
    votes(counts, 1, office(4));
    votes(counts, 2, office(4), 5 * MINUTE);
    expect(counts.size).toEqual({ polls: 2, networks: 2 });
    counts.forgetOld(10 * MINUTE);
    expect(counts.size).toEqual({ polls: 1, networks: 1 });
    expect(raised(votes(counts, 1, office(4), 10 * MINUTE))).toEqual([]);
    expect(raised(votes(counts, 1, office(1), 20 * MINUTE))).toEqual([]);
  });

  it('take bounded memory, however many polls and networks there are', () => {
    const counts = new NetworkCounts(5);
    votes(counts, 1, world(5_000));
    for (let pollId = 2; pollId < 3_000; pollId += 1) votes(counts, pollId, world(1));
    const { polls, networks } = counts.size;
    expect(polls).toBe(2_000);
    expect(networks).toBeLessThanOrEqual(2_000 + 32);
  });

  it('are kept under hashes that another process does not share', () => {
    const kept = (counts: NetworkCounts) => {
      votes(counts, 1, ['198.51.100.7']);
      return counts.keys();
    };
    const [first, second] = [kept(new NetworkCounts(5)), kept(new NetworkCounts(5))];
    expect(first).toHaveLength(1);
    expect(first).not.toEqual(second);
  });
});
