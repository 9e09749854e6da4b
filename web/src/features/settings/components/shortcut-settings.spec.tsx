import { afterEach, expect, jest, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ShortcutSettings } from './shortcut-settings';
import '../strings';

const original = window.matchMedia;
afterEach(() => {
  cleanup();
  window.matchMedia = original;
});
const withMouse = (has: boolean) => {
  window.matchMedia = jest.fn((media: string) => ({
    ...original(media),
    matches: has && media.includes('pointer: fine'),
  }));
};
const shown = () => screen.queryByRole('switch', { name: 'Single-key shortcuts' }) !== null;

test('keyboard settings show where there is a mouse, and on a phone once a key proves a keyboard', async () => {
  withMouse(true);
  render(<ShortcutSettings />);
  expect(shown()).toBe(true);
  cleanup();
  withMouse(false);
  render(<ShortcutSettings />);
  expect(shown()).toBe(false);
  // An on-screen keyboard sends letters without a key name, and Enter and Backspace.
  for (const key of ['Unidentified', 'Enter', 'Backspace', 'a'])
    window.dispatchEvent(new KeyboardEvent('keydown', { key }));
  await Promise.resolve();
  expect(shown()).toBe(false);
  await userEvent.keyboard('{Tab}');
  expect(shown()).toBe(true);
});
