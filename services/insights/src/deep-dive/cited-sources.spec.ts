import { describe, expect, it } from '@jest/globals';
import { INSIGHT_SOURCES_MAX } from '@inkling/contracts';
import { citedSources } from './cited-sources.js';

describe('cited sources', () => {
  it('are only http and https addresses', () => {
    expect(
      citedSources([
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        ' \tjavascript:alert(1)',
        'data:text/html,<script>',
        'file:///etc/passwd',
        'ftp://a.example/',
        '//a.example',
        'no address',
        '',
        'https://',
        'http://ok.example',
        'https://ok.example/a?b=c',
      ]),
    ).toEqual(['http://ok.example/', 'https://ok.example/a?b=c']);
  });

  it('contain no user name or password', () => {
    expect(citedSources(['https://user:password@bank.example/', 'https://bank.example@evil.example/'])).toEqual([]);
  });

  it('have no duplicates, keep their order, and are limited in number', () => {
    expect(
      citedSources([
        'https://b.example/x?utm_source=openai',
        'https://a.example',
        'https://b.example/x#:~:text=quote',
        'https://B.example/x',
      ]),
    ).toEqual(['https://b.example/x', 'https://a.example/']);
    expect(citedSources(Array.from({ length: 50 }, (_, index) => `https://example.org/${index}`))).toHaveLength(
      INSIGHT_SOURCES_MAX,
    );
    expect(citedSources([`https://example.org/${'x'.repeat(5_000)}`])).toEqual([]);
  });
});
