import { expect, it } from '@jest/globals';
import { possibleMentions } from './mentions.js';

it('tries a username with and without the end of its sentence, the longest first', () => {
  expect(possibleMentions('Ask @ana_b. Or @m.ito, or ... @jo...')).toEqual([
    { at: 4, names: ['ana_b.', 'ana_b'] },
    { at: 15, names: ['m.ito'] },
    { at: 30, names: ['jo...', 'jo..', 'jo.', 'jo'] },
  ]);
});

it('tries few usernames for each mention, however many dots follow it, and none without a letter or digit', () => {
  expect(possibleMentions('@a............................')).toMatchObject([{ names: { length: 5 } }]);
  expect(possibleMentions('@a............................')[0]?.names.at(-1)).toBe('a');
  expect(possibleMentions('@.. @_-_ @...............')).toEqual([]);
});
