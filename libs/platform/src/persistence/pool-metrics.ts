import type { Pool } from 'pg';
import type { Metrics } from '../telemetry/metrics.js';

/**
 * Callers for whom there is neither a connection nor room for one. A scrape's own statements are about to get theirs.
 */
const waiting = (pool: Pool): number =>
  Math.max(0, pool.waitingCount - pool.idleCount - (pool.options.max - pool.totalCount));

/** The observed pools of a process, by name. */
const observed = new WeakMap<Metrics, Map<string, Pool>>();

const samplesOf = (name: string, pool: Pool) => [
  { labels: { pool: name, state: 'in-use' }, value: pool.totalCount - pool.idleCount },
  { labels: { pool: name, state: 'idle' }, value: pool.idleCount },
  { labels: { pool: name, state: 'waiting' }, value: waiting(pool) },
  { labels: { pool: name, state: 'limit' }, value: pool.options.max },
];

/**
 * Reports a pool's connections by state, and the callers that wait because all are taken.
 * @param name distinguishes a service's pools
 */
export function observePool(metrics: Metrics, pool: Pool, name: string): void {
  const pools = observed.get(metrics) ?? new Map<string, Pool>();
  pools.set(name, pool);
  if (observed.has(metrics)) return;
  observed.set(metrics, pools);
  const help = 'Connections by state; waiting: callers, as all are taken';
  metrics.read('inkling_db_pool_connections', help, () => [...pools].flatMap(([each, its]) => samplesOf(each, its)), [
    'pool',
    'state',
  ]);
}
