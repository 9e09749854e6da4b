import { defineEntity, p } from '@mikro-orm/core';

/** A topic's score by recent activity: the logarithm of decaying votes (ADR 11). */
export const TopicScore = defineEntity({
  name: 'TopicScore',
  tableName: 'topic_activity',
  properties: {
    key: p.text().primary(),
    label: p.text(),
    score: p.double(),
  },
});
