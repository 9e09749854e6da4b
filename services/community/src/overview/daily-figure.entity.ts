import { defineEntity, p } from '@mikro-orm/core';

/** How much of something happened on a day, in UTC. */
export const DailyFigure = defineEntity({
  name: 'DailyFigure',
  tableName: 'daily_figures',
  properties: {
    day: p.text().primary(),
    figure: p.text().primary(),
    count: p.bigint('number'),
  },
});
