import { describe, expect, it } from '@jest/globals';
import type { ActKind } from '@inkling/contracts';
import { objectSum, personSum, type HoldingAct } from './act-sums.js';

let id = 0;
const act = (kind: ActKind, fields: Partial<HoldingAct> = {}): HoldingAct => ({
  id: (id += 1),
  act: kind,
  until: null,
  slip: null,
  ...fields,
});
const now = new Date('2026-11-23T12:00:00Z');
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);

describe('the acts on an object', () => {
  it('add up to the strongest, of several the latest', () => {
    const [first, second, gone] = [act('hide'), act('hide'), act('delete')];
    expect(objectSum([])).toEqual({ state: 'shown', sensitive: null, actId: null });
    expect(objectSum([second, first])).toMatchObject({ state: 'hidden', actId: second.id });
    expect(objectSum([first])).toMatchObject({ state: 'hidden', actId: first.id });
    expect(objectSum([gone, second])).toMatchObject({ state: 'deleted', actId: gone.id });
  });

  it('cover a picture with the latest words, which may be none', () => {
    expect(objectSum([act('sensitive')])).toMatchObject({ state: 'shown', sensitive: '' });
    expect(objectSum([act('sensitive', { slip: 'medical' }), act('warn')])).toMatchObject({ sensitive: 'medical' });
  });
});

describe('the acts on a person', () => {
  it('add up to the suspension that lasts longest', () => {
    const [short, long] = [act('suspend', { until: later(1) }), act('suspend', { until: later(2) })];
    const good = act('suspend');
    expect(personSum([long, short], now)).toEqual({ silenced: false, suspension: { actId: long.id, until: later(2) } });
    expect(personSum([long, good], now).suspension).toEqual({ actId: good.id, until: null });
  });

  it('do not suspend anybody at and after their end', () => {
    expect(personSum([act('suspend', { until: now })], now).suspension).toBeNull();
  });
});
