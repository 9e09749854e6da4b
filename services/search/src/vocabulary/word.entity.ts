import { defineEntity, p } from '@mikro-orm/core';

/** A word of a document, with the hashes of its variants, to correct typos. */
export const Word = defineEntity({
  name: 'Word',
  tableName: 'words',
  properties: {
    word: p.text().primary(),
    variants: p.array(Number).columnType('integer[]'),
  },
});
