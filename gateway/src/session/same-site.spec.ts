import { describe, expect, it } from '@jest/globals';
import { SameSite } from './same-site.js';

const site = new SameSite({ PUBLIC_ORIGIN: 'https://polls.example.org', ALLOWED_ORIGINS: ['https://app.example.net'] });
const host = 'polls.example.org';

describe('requests from another site', () => {
  it.each([
    ['no browser', {}, true],
    ['our page', { 'sec-fetch-site': 'same-origin', origin: 'https://polls.example.org' }, true],
    ['the address bar', { 'sec-fetch-site': 'none' }, true],
    ['a sister domain', { 'sec-fetch-site': 'same-site', origin: 'https://other.example.org' }, false],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, false],
    ['an allowed origin', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.net' }, true],
    ['an old browser on our page', { origin: 'https://polls.example.org' }, true],
    ['an old browser elsewhere', { origin: 'https://evil.example' }, false],
    ['a sandboxed frame', { origin: 'null' }, false],
    ['an origin that only begins like ours', { origin: 'https://polls.example.org.evil.example' }, false],
  ])('%s', (_who, headers, allowed) => {
    expect(site.allows('POST', { host, ...headers })).toBe(allowed);
  });

  it('leaves safe methods alone', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS'])
      expect(site.allows(method, { 'sec-fetch-site': 'cross-site' })).toBe(true);
  });

  it.each([
    ['our page', { origin: 'https://polls.example.org' }, true],
    ['another site', { origin: 'https://evil.example' }, false],
    ['a program', {}, true],
    ['a browser that hides its origin', { 'sec-fetch-site': 'cross-site' }, false],
  ])('opens sockets for %s: %p', (_who, headers, allowed) => {
    expect(site.allowsUpgrade({ host, ...headers })).toBe(allowed);
  });
});
