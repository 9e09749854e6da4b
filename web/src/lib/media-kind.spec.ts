import { expect, test } from '@jest/globals';
import { mediaKind } from './media-kind';

const kindOf = (name: string, type: string, head: string) =>
  mediaKind(new File([Uint8Array.from(`${head}and more of it`, (char) => char.charCodeAt(0))], name, { type }));

test.each([
  ['a clip of a phone that the browser has no type for', 'IMG_1.mov', '', '\0\0\0\x14ftypqt  ', 'video'],
  ['a picture with the name of another thing', 'notes.txt', 'text/plain', '\x89PNG\r\n\x1a\n', 'image'],
  ['a JPEG', 'a.jpg', 'image/jpeg', '\xff\xd8\xff\xe0', 'image'],
  ['a GIF', 'a', '', 'GIF89a', 'image'],
  ['a WebP', 'a.png', 'image/png', 'RIFF\n\0\0\0WEBP', 'image'],
  ['an MP4', 'a.mp4', 'video/mp4', '\0\0\0\x18ftypmp42', 'video'],
  ['a WebM', 'a.webm', 'video/webm', '\x1aE\xdf\xa3', 'video'],
  ['a text called a picture', 'a.png', 'image/png', 'PNG, or so', null],
  ['a drawing', 'a.svg', 'image/svg+xml', '<svg xmlns=', null],
  ['a HEIC picture in a clip’s container', 'a.mp4', 'video/mp4', '\0\0\0\x18ftypheic', null],
  ['a sound in a picture’s container', 'a.webp', 'image/webp', 'RIFF\n\0\0\0WAVE', null],
])('%s is told by its content', async (_what, name, type, head, kind) => {
  expect(await kindOf(name, type, head)).toBe(kind);
});

test('a file without content is of no kind', async () => {
  expect(await mediaKind(new File([], 'a.png', { type: 'image/png' }))).toBeNull();
});
