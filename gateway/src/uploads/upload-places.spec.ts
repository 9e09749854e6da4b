import { describe, expect, it } from '@jest/globals';
import { UploadPlaces, type Arrival, type Uploader } from './upload-places.js';

const PLACES = 64;
const ALL_AT_ONCE: Arrival = { slow: false, bytesPerSecond: 1_000_000, disconnect: () => undefined };

/** Somebody with a new account in each of a /48's networks. */
const inBlock = (number: number): Uploader => ({
  userId: number,
  network: `2001:db8:1:${(number * 256).toString(16)}::/56`,
  block: '2001:db8:1::/48',
  newcomer: false,
});
const elsewhere = (userId: number): Uploader => ({
  userId,
  network: '203.0.113.7',
  block: '203.0.113.7',
  newcomer: false,
});

/** @returns how often `take` was not refused, and what it gave */
function taken<T>(tries: number, take: (number: number) => T): T[] {
  const given: T[] = [];
  for (let number = 0; number < tries; number += 1) {
    try {
      given.push(take(number));
    } catch {
      // Refused.
    }
  }
  return given;
}

describe('places for uploads', () => {
  it('go to one IPv6 block only by half, however many networks it has', () => {
    const places = new UploadPlaces(PLACES);
    const held = taken(256, (number) => places.file(inBlock(number), { ...ALL_AT_ONCE }));
    expect(held).toHaveLength(32);
    places.file(elsewhere(1_000), { ...ALL_AT_ONCE });
    // A place that is given back can be taken again.
    held[0]!.arrived();
    held[0]!.done();
    expect(taken(256, (number) => places.file(inBlock(number), { ...ALL_AT_ONCE }))).toHaveLength(1);
  });

  it('limit an IPv4 address and a household as before', () => {
    const places = new UploadPlaces(PLACES);
    expect(taken(64, (number) => places.file(elsewhere(number), { ...ALL_AT_ONCE }))).toHaveLength(16);
    const household = { ...inBlock(1), block: '2001:db8:1::/48' };
    expect(taken(64, (userId) => places.file({ ...household, userId }, { ...ALL_AT_ONCE }))).toHaveLength(16);
  });

  it('let no block hold forms without end', () => {
    const places = new UploadPlaces(PLACES);
    const held = taken(1_000, (number) => places.form({ ...inBlock(number % 256), userId: number }));
    expect(held).toHaveLength(256);
    for (const giveBack of held) giveBack();
    expect(taken(1_000, (number) => places.form({ ...inBlock(number % 256), userId: number }))).toHaveLength(256);
  });
});
