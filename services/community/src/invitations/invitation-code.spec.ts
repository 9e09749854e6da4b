import { expect, it } from '@jest/globals';
import { codeKey, newCode } from './invitation-code.js';

it('a code has ten signs that nobody confuses, and is another one each time', () => {
  const codes = Array.from({ length: 500 }, newCode);
  for (const code of codes) expect(code).toMatch(/^[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{2}$/);
  expect(new Set(codes).size).toBe(500);
});

it('case, spaces and dashes do not matter', () => {
  expect(codeKey(' harb 7q2m–xd ')).toBe(codeKey('HARB-7Q2M-XD'));
});
