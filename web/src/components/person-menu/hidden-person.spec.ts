import { beforeEach, describe, expect, it } from '@jest/globals';
import { QueryClient } from '@tanstack/react-query';
import { hidePerson } from './hidden-person';

const [BEN, CLEO] = [2, 3];
const person = (id: number) => ({ id, name: `User ${id}`, username: `user${id}`, profilePicture: null });
const poll = (id: number, userId: number) => ({ id, userId, user: person(userId), question: 'Why?' });
const pages = (...lists: object[][]) => ({
  pages: lists.map((polls) => ({ polls, pagination: { page: 1 } })),
  pageParams: [null],
});

let client: QueryClient;
const data = (...key: unknown[]) => client.getQueryData(key);

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(['polls', 'feed'], pages([poll(1, BEN), poll(2, CLEO)], [poll(3, BEN)]));
  client.setQueryData(['polls', 'list', BEN, 'created'], pages([poll(1, BEN)]));
  client.setQueryData(['polls', 'detail', 1], poll(1, BEN));
  client.setQueryData(['comments', 2], { pages: [{ items: [{ id: 9, pollId: 2, userId: BEN, user: null }] }] });
  client.setQueryData(['search'], { users: [person(BEN), person(CLEO)], polls: [{ id: 2, question: 'Why?' }] });
  client.setQueryData(['notifications'], {
    pages: [
      {
        items: [
          { id: 5, actor: person(BEN) },
          { id: 6, actor: null },
        ],
      },
    ],
  });
  client.setQueryData(['users', BEN], person(BEN));
});

describe('hiding a person', () => {
  it('after a block takes them out of every list, and their polls away', () => {
    hidePerson(client, BEN, 'block');
    expect(data('polls', 'feed')).toEqual(pages([poll(2, CLEO)], []));
    expect(data('polls', 'list', BEN, 'created')).toEqual(pages([]));
    expect(client.getQueryState(['polls', 'detail', 1])).toMatchObject({ data: undefined, error: { status: 404 } });
    expect(data('comments', 2)).toEqual({ pages: [{ items: [] }] });
    expect(data('search')).toEqual({ users: [person(CLEO)], polls: [{ id: 2, question: 'Why?' }] });
    expect(data('notifications')).toEqual({ pages: [{ items: [{ id: 6, actor: null }] }] });
    expect(data('users', BEN)).toEqual(person(BEN));
  });

  it('after a mute leaves what one has to look for', () => {
    hidePerson(client, BEN, 'mute');
    expect(data('polls', 'feed')).toEqual(pages([poll(2, CLEO)], []));
    expect(data('comments', 2)).toEqual({ pages: [{ items: [] }] });
    expect(data('polls', 'list', BEN, 'created')).toEqual(pages([poll(1, BEN)]));
    expect(data('polls', 'detail', 1)).toEqual(poll(1, BEN));
    expect(data('search')).toMatchObject({ users: [person(BEN), person(CLEO)] });
    expect(data('notifications')).toMatchObject({ pages: [{ items: [{ id: 5 }, { id: 6 }] }] });
  });

  it('leaves answers without them as they are, and puts everything back', () => {
    const keys = client
      .getQueryCache()
      .getAll()
      .map(({ queryKey }) => queryKey);
    const before = keys.map((key) => client.getQueryData(key));
    hidePerson(client, 77, 'block');
    expect(keys.map((key) => client.getQueryData(key))).toEqual(before);
    hidePerson(client, BEN, 'block')();
    expect(keys.map((key) => client.getQueryData(key))).toEqual(before);
  });
});
