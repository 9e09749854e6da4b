import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { QUESTION_MAX } from '@inkling/contracts/constants';

interface Worker {
  takeShare?: (event: { request: unknown }) => Promise<string> | undefined;
}

/** The destination of the worker when these fields are shared. */
async function shared(fields: Record<string, string>): Promise<URL> {
  const worker: Worker = {};
  const source = await readFile(join(process.cwd(), 'web/public/worker/share.js'), 'utf8');
  runInNewContext(source, {
    self: worker,
    Response: { redirect: (to: string) => to },
    URL,
    URLSearchParams,
    File,
    FormData,
  });
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = {
    method: 'POST',
    mode: 'navigate',
    url: 'https://inkling.example/share-target',
    formData: async () => form,
  };
  return new URL((await worker.takeShare!({ request }))!, 'https://inkling.example');
}

test('words go to the form as they are', async () => {
  const { pathname, searchParams } = await shared({ title: 'Tea', text: '<b>Tea & {coffee}</b>', url: ' ' });
  expect([pathname, [...searchParams]]).toEqual([
    '/create',
    [
      ['title', 'Tea'],
      ['text', '<b>Tea & {coffee}</b>'],
    ],
  ]);
});

test('an article in any script makes an address that servers take, and no half characters', async () => {
  const { href, searchParams } = await shared({
    title: '茶'.repeat(5_000),
    text: `a${'🍵'.repeat(5_000)}`,
    url: 'é'.repeat(5_000),
  });
  // Node and nginx accept 16 kB of headers, cookies included.
  expect(href.length).toBeLessThan(10_000);
  expect(searchParams.get('title')!.length).toBe(QUESTION_MAX);
  expect(searchParams.get('text')).toMatch(/^a🍵+$/u);
});
