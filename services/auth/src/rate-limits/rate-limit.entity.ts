import { defineEntity, p } from '@mikro-orm/core';

/** A counter of rate-limiter-flexible, which names the table's columns. */
export const RateLimit = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.text().primary(),
    points: p.integer().default(0),
    /** The end of the window in milliseconds since 1970. */
    expire: p.bigint('number').nullable(),
  },
});
