import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { withMigratedDatabase } from './migrated.mts';
import { RELEASED_SCHEMA } from './released-schema.mjs';
import { breaks, readSchema } from './schema.mts';

const released = JSON.parse(readFileSync(RELEASED_SCHEMA, 'utf8'));

describe('migrations since the last release', () => {
  it('leave all that the code of that release relies on', async () => {
    const present = await withMigratedDatabase(({ client, services }) => readSchema(client, services));
    expect(Object.keys(released.tables).length).toBeGreaterThan(40);
    expect(breaks(released, present)).toEqual([]);
  });
});

describe('a schema that would break older code', () => {
  /** @type {import('./schema.mts').Schema} */
  let before;
  beforeAll(() => {
    const columns = { id: 'bigint required', name: 'text' };
    const polls = { columns, rules: ['PRIMARY KEY (id)'] };
    before = { tables: { 'polls.polls': polls }, others: ['search.block(id bigint) text[]'] };
  });
  const changed = (change) => {
    const after = structuredClone(before);
    change(after.tables['polls.polls'], after);
    return breaks(before, after);
  };

  it('is found by what it lacks or demands', () => {
    const cases = {
      'polls.polls is gone': (_table, schema) => delete schema.tables['polls.polls'],
      'polls.polls.name is gone': ({ columns }) => delete columns.name,
      'polls.polls.id was bigint required and is uuid required': ({ columns }) => (columns.id = 'uuid required'),
      'polls.polls.name was text and is text required': ({ columns }) => (columns.name = 'text required'),
      'polls.polls.mood is new and must be given': ({ columns }) => (columns.mood = 'text required'),
      'polls.polls has a new rule, which may refuse what old code writes: UNIQUE btree (name)': ({ rules }) =>
        rules.push('UNIQUE btree (name)'),
      'polls.polls has lost a rule, on which an "on conflict" of old code may rely: PRIMARY KEY (id)': ({ rules }) =>
        rules.pop(),
      'search.block(id bigint) text[] is gone': (_table, schema) => schema.others.pop(),
    };
    expect(Object.values(cases).map((change) => changed(change))).toEqual(Object.keys(cases).map((line) => [line]));
  });

  it('is none that only adds', () => {
    const added = changed(({ columns, rules }, schema) => {
      columns.id = 'bigint';
      columns.mood = 'text';
      columns.other = 'bigint';
      rules.push('CHECK ((length(mood) < 10))', 'FOREIGN KEY (other) REFERENCES polls(id)', 'UNIQUE btree (mood)');
      schema.tables['polls.moods'] = { columns: { id: 'bigint required' }, rules: [] };
      schema.others.push('polls.moods_sequence');
    });
    expect(added).toEqual([]);
  });
});
