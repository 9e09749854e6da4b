import { expect, test } from '@jest/globals';
import { fireEvent, render } from '@testing-library/react';
import { Avatar } from './avatar';

const show = (profilePicture: string | null, size?: number) =>
  render(<Avatar user={{ id: 1, name: 'Hana', profilePicture }} size={size} />).container;
const sourceIn = (container: HTMLElement) => container.querySelector('img')?.getAttribute('src');

test('a small place takes the small picture, a large one and a picture from elsewhere the whole one', () => {
  expect(sourceIn(show('/uploads/a.webp'))).toBe('/uploads/a.webp?w=160');
  expect(sourceIn(show('/uploads/a.webp', 60))).toBe('/uploads/a.webp?w=160');
  expect(sourceIn(show('/uploads/a.webp', 104))).toBe('/uploads/a.webp');
  expect(sourceIn(show('https://pictures.example/a.webp'))).toBe('https://pictures.example/a.webp');
});

test('a letter stands where a picture is missing or cannot be shown', () => {
  expect(show(null).textContent).toBe('H');
  const broken = show('/uploads/gone.webp');
  fireEvent.error(broken.querySelector('img')!);
  expect(broken.textContent).toBe('H');
});
