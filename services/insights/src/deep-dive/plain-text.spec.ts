import { describe, expect, it } from '@jest/globals';
import { processorTime } from '@inkling/testing';
import { TEXT_MAX, plainText, wholeSentences } from './plain-text.js';

describe('plain text', () => {
  it('keeps paragraphs as lines', () => {
    expect(plainText('  One.\r\n\r\n\r\nTwo.\u2028Three.\t Four. ')).toBe('One.\nTwo.\nThree. Four.');
  });

  it('leaves HTML as characters', () => {
    expect(plainText('<script>alert(1)</script> & <b>bold</b>')).toBe('<script>alert(1)</script> & <b>bold</b>');
  });

  it('reduces markdown to its words, without addresses', () => {
    expect(
      plainText('## Trains\nSee [the report](https://evil.example/a_(b) "title") and ![chart](javascript:alert(1)).'),
    ).toBe('Trains\nSee the report and chart.');
    expect(
      plainText(
        'As [they say][1], **very** slow ([rail.example](https://rail.example/?utm_source=x)).\n\n' +
          '[1]: https://evil.example',
      ),
    ).toBe('As they say, very slow (rail.example).');
    expect(plainText('- one\n* two')).toBe('• one\n• two');
  });

  it('loses invisible characters', () => {
    expect(plainText('a\u0000b\u001b[31mc\u202edcba\u2066 \ufeff\u{e0041}d \ue200cite\ue202turn0search1\ue201e')).toBe(
      'ab[31mcdcba d e',
    );
    // Emoji and some scripts need joiners.
    expect(plainText('👩‍🚀 می‌خواهم')).toBe('👩‍🚀 می‌خواهم');
    expect(plainText('cut \ud83d here')).toBe('cut \ufffd here');
  });

  it('is cut after a sentence', () => {
    const long = plainText('This sentence has forty-two characters ok. '.repeat(1_000));
    expect(long.length).toBeLessThanOrEqual(TEXT_MAX);
    expect(long.endsWith('ok.')).toBe(true);
    expect(plainText('😀'.repeat(TEXT_MAX)).isWellFormed()).toBe(true);
    expect(wholeSentences('It costs 3.5 million. And this is cut o')).toBe('It costs 3.5 million.');
    expect(wholeSentences('これは文です。途中で切')).toBe('これは文です。');
    expect(wholeSentences('no end')).toBe('no end');
  });

  it('handles hostile input in linear time', async () => {
    for (const hostile of [
      '['.repeat(50_000),
      '[a]('.repeat(20_000),
      '[a]((' + '('.repeat(50_000),
      '**'.repeat(50_000),
      '[a](' + 'x()'.repeat(20_000),
    ]) {
      expect(await processorTime(() => plainText(hostile))).toBeLessThan(1_500);
    }
  });
});
