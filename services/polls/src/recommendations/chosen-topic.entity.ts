import { defineEntity, p } from '@mikro-orm/core';

/** Keys (see topicKey) of the topics that a user wants polls about. */
export const ChosenTopic = defineEntity({
  name: 'ChosenTopic',
  tableName: 'chosen_topics',
  properties: {
    userId: p.bigint('number').primary().autoincrement(false),
    topics: p.array().columnType('text[]'),
  },
});
