import { expect, test } from '@jest/globals';
import { sourcesOf } from './source';

test('only web addresses become links, each once', () => {
  expect(
    sourcesOf([
      'https://www.fao.org/rice',
      'javascript:alert(1)',
      'data:text/html,x',
      'no address',
      'http://a.example:8080/',
      'https://www.fao.org/rice',
    ]),
  ).toEqual([
    { url: 'https://www.fao.org/rice', host: 'fao.org' },
    { url: 'http://a.example:8080/', host: 'a.example:8080' },
  ]);
});
