import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { CommentText } from '../components/comment-text';
import { partsOf, type CommentPart } from './comment-text';

const ORIGIN = 'https://polls.example.org';
const short = (parts: readonly CommentPart[]) =>
  parts.map((part) =>
    part.kind === 'text' ? part.text : part.kind === 'link' ? [part.text, part.href] : [part.text, part.userId],
  );
const read = (content: string, mentions: { username: string; id: number }[] = []) =>
  short(partsOf({ content, mentions }, ORIGIN));

describe('addresses in a comment', () => {
  it.each([
    ['See https://example.com/a?b=c#d.', ['See ', ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'], '.']],
    ['(https://example.com/a_(b))', ['(', ['https://example.com/a_(b)', 'https://example.com/a_(b)'], ')']],
    ['"http://example.com", she said', ['"', ['http://example.com', 'http://example.com/'], '", she said']],
    [
      'https://a.example!?… https://b.example',
      [['https://a.example', 'https://a.example/'], '!?… ', ['https://b.example', 'https://b.example/']],
    ],
    ['看 https://example.com/路。好', ['看 ', ['https://example.com/路', 'https://example.com/%E8%B7%AF'], '。好']],
    ['انظر https://example.com/a؟', ['انظر ', ['https://example.com/a', 'https://example.com/a'], '؟']],
    ['HTTPS://EXAMPLE.COM/A', [['HTTPS://EXAMPLE.COM/A', 'https://example.com/A']]],
    // The host in the form that browsers compare, since it looks like another one.
    ['https://\u0430pple.com/x', [['https://xn--pple-43d.com/x', 'https://xn--pple-43d.com/x']]],
    [`${ORIGIN}/poll/7?x=1`, [[`${ORIGIN}/poll/7?x=1`, '/poll/7?x=1']]],
  ])('%s', (content, parts) => {
    expect(read(content)).toEqual(parts);
  });

  it.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'mailto:ada@example.org',
    'example.com',
    'xhttps://example.com',
    'https://',
    'https://localhost-ish',
    'https://example.com@evil.example/',
    'https://user:pass@evil.example',
    'https://%zz',
    'http:example.com',
    '<b>bold</b>',
    '1:2 http',
  ])('%s stays text', (content) => {
    expect(read(content)).toEqual([content]);
  });

  it('end at what turns text around, and never swallow it', () => {
    expect(read('https://example.com/\u202Egnp.exe')).toEqual([
      ['https://example.com/', 'https://example.com/'],
      '\u202Egnp.exe',
    ]);
  });

  it('that are very long are shortened, link to the whole address and are parsed quickly', () => {
    const long = `https://example.com/${'a'.repeat(960)}`;
    const [part] = partsOf({ content: long }, ORIGIN);
    expect(part).toMatchObject({ kind: 'link', href: long });
    expect(part!.text).toHaveLength(60);
    const started = process.cpuUsage();
    for (const hard of ['(', ')', '.', '@', 'https://a.b/)', '@a.']) read(hard.repeat(1_000).slice(0, 1_000));
    expect(process.cpuUsage(started).user).toBeLessThan(500_000);
  });
});

describe('usernames in a comment', () => {
  const ada = { username: 'ada', id: 3 };
  it.each([
    ['@ada, look', [['@ada', 3], ', look']],
    ['ask @ada.', ['ask ', ['@ada', 3], '.']],
    ['(@ada)', ['(', ['@ada', 3], ')']],
    ['@grace and @ada', ['@grace and ', ['@ada', 3]]],
    ['mail ada@ada.example', ['mail ada@ada.example']],
    ['@ada@example.social', ['@ada@example.social']],
    ['@adam @Ada', ['@adam @Ada']],
    ['https://example.com/@ada', [['https://example.com/@ada', 'https://example.com/@ada']]],
  ])('%s', (content, parts) => {
    expect(read(content, [ada])).toEqual(parts);
  });

  it('may end in a dot of their own', () => {
    expect(read('@ada.', [ada, { username: 'ada.', id: 4 }])).toEqual([['@ada.', 4]]);
    expect(read('شكرا @آدا!', [{ username: 'آدا', id: 5 }])).toEqual(['شكرا ', ['@آدا', 5], '!']);
  });
});

it('links say what they are to browsers and search engines; only those to elsewhere open a tab', () => {
  const content = `https://example.com ${location.origin}/help @ada <img src=x>`;
  const { container } = render(
    <MemoryRouter>
      <CommentText comment={{ content, mentions: [{ username: 'ada', id: 3 }] }} />
    </MemoryRouter>,
  );
  const attributes = (name: string) =>
    ['href', 'target', 'rel'].map((each) => screen.getByRole('link', { name }).getAttribute(each));
  expect(attributes('https://example.com')).toEqual(['https://example.com/', '_blank', 'nofollow ugc noopener']);
  expect(attributes(`${location.origin}/help`)).toEqual(['/help', null, 'nofollow ugc noopener']);
  expect(attributes('@ada')).toEqual(['/profile/3', null, null]);
  expect([container.textContent, container.querySelector('img')]).toEqual([content, null]);
});
