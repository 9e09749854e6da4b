import { beforeEach, expect, jest, test } from '@jest/globals';
import { createRef } from 'react';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ActionMenu } from './action-menu';

const onCardKey = jest.fn();
const onChoose = jest.fn();

function show(initiallyOpen: boolean): void {
  const entries = ['Mute', 'Block'].map((text) => ({ text, icon: null, onChoose: () => onChoose(text) }));
  render(
    <article onKeyDown={(event) => onCardKey(event.key)}>
      <button type="button">Before</button>
      <ActionMenu label="More" entries={entries} trigger={createRef()} initiallyOpen={initiallyOpen} />
      <button type="button">After</button>
    </article>,
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const entry = (name: string) => screen.getByRole('menuitem', { name });
const expectClosed = () => {
  expect(screen.queryByRole('menu')).toBeNull();
  expect(button('More')).toHaveAttribute('aria-expanded', 'false');
};

beforeEach(() => {
  onCardKey.mockReset();
  onChoose.mockReset();
});

test.each([
  ['a press', () => userEvent.click(button('More'))],
  ['an arrow key', () => userEvent.type(button('More'), '{ArrowUp}', { skipClick: true })],
])('opens with %s, and its first entry has the focus', async (_name, open) => {
  show(false);
  expectClosed();
  button('More').focus();
  await open();
  expect(screen.getByRole('menu', { name: 'More' })).toBeVisible();
  expect(entry('Mute')).toHaveFocus();
});

test('is led by arrow keys, Home and End, in a circle, and keeps its keys to itself', async () => {
  show(true);
  expect(entry('Mute')).toHaveFocus();
  for (const [key, name] of [
    ['ArrowDown', 'Block'],
    ['ArrowDown', 'Mute'],
    ['ArrowUp', 'Block'],
    ['Home', 'Mute'],
    ['End', 'Block'],
    ['1', 'Block'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`);
    expect(entry(name)).toHaveFocus();
  }
  expect(onCardKey).not.toHaveBeenCalled();
});

test.each([
  ['{Escape}', 'More'],
  ['{Tab}', 'After'],
  ['{Shift>}{Tab}{/Shift}', 'Before'],
])('closes with %s, which leads to the button "%s"', async (keys, name) => {
  show(true);
  await userEvent.keyboard(keys);
  expectClosed();
  expect(button(name)).toHaveFocus();
});

test('closes with a press beside it, and when the focus leaves', async () => {
  show(true);
  fireEvent.pointerDown(entry('Block'));
  expect(screen.getByRole('menu')).toBeVisible();
  fireEvent.pointerDown(button('After'));
  expectClosed();
  await userEvent.click(button('More'));
  fireEvent.blur(entry('Mute'), { relatedTarget: button('Before') });
  expectClosed();
});

test('closes with a choice, which then finds the focus on the button', async () => {
  onChoose.mockImplementation(() => expect(button('More')).toHaveFocus());
  show(true);
  await userEvent.keyboard('{End}{Enter}');
  expect(onChoose.mock.calls).toEqual([['Block']]);
  expectClosed();
});
