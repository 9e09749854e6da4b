import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { switchSingleKeys } from '../../../../lib/shortcut-keys';
import { useQueueKeys } from './use-queue-keys';

const hide = jest.fn();
const enter = jest.fn();

function Desk() {
  useQueueKeys({ H: hide, Enter: enter });
  return (
    <>
      <h1>Case</h1>
      <label>
        Reason <textarea />
      </label>
      <label>
        Warn <input type="radio" name="act" />
      </label>
      <button type="button">See person</button>
      <div role="dialog" aria-modal="true">
        <p>All keys</p>
      </div>
    </>
  );
}

function count(target: HTMLElement, key: string, more: object = {}): number {
  const before = hide.mock.calls.length + enter.mock.calls.length;
  fireEvent.keyDown(target, { key, ...more });
  return hide.mock.calls.length + enter.mock.calls.length - before;
}

test('a key acts on the page and on a ballot box, in either case', () => {
  render(<Desk />);
  expect(count(screen.getByText('Case'), 'h')).toBe(1);
  expect(count(screen.getByText('Case'), 'H', { shiftKey: true })).toBe(1);
  expect(count(screen.getByRole('radio'), 'h')).toBe(1);
});

test('a key does nothing while one types, holds a modifier or a key, or has a window open', () => {
  render(<Desk />);
  expect(count(screen.getByRole('textbox'), 'h')).toBe(0);
  expect(count(screen.getByText('Case'), 'h', { ctrlKey: true })).toBe(0);
  expect(count(screen.getByText('Case'), 'h', { repeat: true })).toBe(0);
  expect(count(screen.getByText('All keys'), 'h')).toBe(0);
});

test('Enter acts on the page and on a ballot box, and presses a button that has the focus', () => {
  render(<Desk />);
  expect(count(screen.getByText('Case'), 'Enter')).toBe(1);
  expect(count(screen.getByRole('radio'), 'Enter')).toBe(1);
  expect(count(screen.getByRole('button'), 'Enter')).toBe(0);
});

test('no key acts once single keys are switched off', () => {
  render(<Desk />);
  act(() => switchSingleKeys(false));
  expect(count(screen.getByText('Case'), 'h')).toBe(0);
  act(() => switchSingleKeys(true));
});
