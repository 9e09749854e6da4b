import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { Metrics } from '../telemetry/metrics.js';
import { observePool } from './pool-metrics.js';

const pool = (totalCount: number, idleCount: number, waitingCount: number, max = 10): Pool =>
  ({ totalCount, idleCount, waitingCount, options: { max } }) as unknown as Pool;

describe('figures of connection pools', () => {
  it('tell the pools of one process apart', async () => {
    const metrics = new Metrics('search');
    observePool(metrics, pool(10, 0, 3), 'main');
    observePool(metrics, pool(4, 1, 2), 'search');
    const lines = (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => line.startsWith('inkling_db_pool_connections{'));
    expect(lines.map((line) => line.replace(/^[^{]*|,?service="search"/g, ''))).toEqual([
      '{pool="main",state="in-use"} 10',
      '{pool="main",state="idle"} 0',
      '{pool="main",state="waiting"} 3',
      '{pool="main",state="limit"} 10',
      '{pool="search",state="in-use"} 3',
      '{pool="search",state="idle"} 1',
      // There is room for both.
      '{pool="search",state="waiting"} 0',
      '{pool="search",state="limit"} 10',
    ]);
  });
});
