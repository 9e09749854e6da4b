import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@inkling/testing';
import { Search } from '../search.spec-support.js';

/** Users from before the newest blocks; 20,000 newer ones share a word of their names. */
const OLD = [
  { id: 8, name: 'Maria Aalto' },
  { id: 16, name: 'Zebulon Maria' },
  { id: 24, name: 'Maria Quill' },
  { id: 32, name: 'Quimby Maria' },
  { id: 40, name: 'Maria Anna Vold' },
  ...Array.from({ length: 14 }, (_, n) => ({ id: 48 + n, name: `Maria Troon ${String.fromCharCode(97 + n)}` })),
  { id: 80, name: 'Tro Maria' },
];

let search: Search;
beforeAll(async () => {
  search = await Search.start();
  const insert = (from: string) =>
    search.sql(`
    insert into user_documents (user_id, name, username, version, username_key, name_text, tokens)
    select id, name, 'u' || id, 1, 'u' || id, lower(name), array_to_tsvector(string_to_array(lower(name), ' '))
    from ${from}`);
  await insert(`(values ${OLD.map(({ id, name }) => `(${id}, '${name}')`).join(', ')}) as t (id, name)`);
  await insert(`(select 1000 + 20 * g as id, 'Maria Number' as name from generate_series(1, 20000) g) made`);
  await search.sql('analyze user_documents');
  // The first search starts reading which words are common.
  await eventually(async () => {
    await search.users('maria');
    const [row] = await search.sql<{ read: boolean }>(
      `select exists (
         select from pg_stats where schemaname = 'search' and tablename = 'user_documents'
           and 'maria' = any(most_common_elems::text::text[])
       ) as read`,
    );
    return row!.read;
  });
  await eventually(async () =>
    expect([await search.users('maria aal'), await search.users('maria zeb')]).toEqual([['u8'], ['u16']]),
  );
});
afterAll(() => search.stop());

const names = async (q: string): Promise<string[]> => (await search.find(q)).users.map(({ name }) => name);

describe('old names with a common word', () => {
  it('are found by the beginning of the last word', async () => {
    expect(await names('maria aal')).toEqual(['Maria Aalto']);
    expect(await names('Maria Anna V')).toEqual(['Maria Anna Vold']);
  });

  it('are found by words in another order if no name has the typed order', async () => {
    expect(await names('maria zeb')).toEqual(['Zebulon Maria']);
    expect(await names('zebulon mar')).toEqual(['Zebulon Maria']);
    expect(await names('maria vol')).toEqual(['Maria Anna Vold']);
  });

  it('are not all collected if a name has the typed order', async () => {
    expect(await names('maria qui')).toEqual(['Maria Quill']);
    expect(await names('maria quimby')).toEqual(['Quimby Maria']);
  });

  it('with the complete word come before a page of names that only begin with it', async () => {
    const found = await names('maria tro');
    expect(found).toHaveLength(10);
    expect(found[0]).toBe('Tro Maria');
    expect(found.slice(1).every((name) => name.startsWith('Maria Troon'))).toBe(true);
  });
});

it('names in which a word begins with the query are found beside usernames', async () => {
  await search.user('quimera', 'Someone Else');
  await search.settled();
  expect((await search.find('quim')).users.map(({ name }) => name)).toEqual(['Someone Else', 'Quimby Maria']);
});
