import { defineEntity, p } from '@mikro-orm/core';

/** What the model is called for. */
export const PURPOSES = ['deep-dive', 'classification'] as const;
export type Purpose = (typeof PURPOSES)[number];

/** Deep Dives charged to a user on a day (UTC). */
export const UserQuota = defineEntity({
  name: 'UserQuota',
  tableName: 'user_quotas',
  properties: {
    day: p.date().primary(),
    userId: p.bigint('number').primary(),
    calls: p.integer(),
  },
});

/** Deep Dives charged to a network on a day (UTC). */
export const NetworkQuota = defineEntity({
  name: 'NetworkQuota',
  tableName: 'network_quotas',
  properties: {
    day: p.date().primary(),
    network: p.text().primary(),
    calls: p.integer(),
  },
});

/** Calls of the whole installation on a day (UTC). */
export const DailyCalls = defineEntity({
  name: 'DailyCalls',
  tableName: 'daily_calls',
  properties: {
    day: p.date().primary(),
    purpose: p.enum(PURPOSES).columnType('text').primary(),
    calls: p.integer(),
  },
});
