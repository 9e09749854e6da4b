import { useState } from 'react';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { keepsFocus } from './keeps-focus';

afterEach(cleanup);

const focused = (name: string) => waitFor(() => expect(document.activeElement?.textContent).toBe(name));
/** As with the keyboard, which leaves the focus on what it presses. */
function press(name: string) {
  const button = screen.getByRole('button', { name });
  button.focus();
  fireEvent.click(button);
}

function List({ names }: { names: string[] }) {
  const [left, setLeft] = useState(names);
  return (
    <div ref={keepsFocus}>
      <h2>List</h2>
      <ul>
        {left.map((name) => (
          <li key={name}>
            <a href="/">about {name}</a>
            <button onClick={() => setLeft(left.filter((one) => one !== name))}>{name}</button>
          </li>
        ))}
      </ul>
      <button onClick={() => setLeft(left.slice(1))}>drop the first</button>
    </div>
  );
}

test('a row that leaves hands the focus to the same button of the next, then of the one before, then the heading', async () => {
  render(
    <section>
      <h1>Page</h1>
      <List names={['a', 'b', 'c']} />
    </section>,
  );
  press('b');
  await focused('c');
  press('c');
  await focused('a');
  press('a');
  await focused('List');
});

test('a button that stays keeps the focus, and somebody who has gone elsewhere is left there', async () => {
  render(
    <>
      <List names={['a', 'b']} />
      <button>elsewhere</button>
    </>,
  );
  press('drop the first');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'a' })).toBeNull());
  expect(document.activeElement?.textContent).toBe('drop the first');
  press('b');
  screen.getByRole('button', { name: 'elsewhere' }).focus();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'b' })).toBeNull());
  expect(document.activeElement?.textContent).toBe('elsewhere');
});

test('a view that replaces the row has the focus at its heading, and going back returns it to the row', async () => {
  function Editable() {
    const [open, setOpen] = useState<string>();
    return (
      <div ref={keepsFocus}>
        {open ? (
          <section key={open}>
            <h2>{open} opened</h2>
            <button onClick={() => setOpen(undefined)}>close</button>
          </section>
        ) : (
          <ul>
            {['a', 'b', 'c'].map((name) => (
              <li key={name}>
                <button onClick={() => setOpen(name)}>{name}</button>
              </li>
            ))}
          </ul>
        )}
      </div>
    );
  }
  render(<Editable />);
  press('b');
  await focused('b opened');
  press('close');
  await focused('b');
});

test('a button that is disabled while it works has the focus back when it failed', async () => {
  const Working = ({ busy }: { busy: boolean }) => (
    <div ref={keepsFocus}>
      <button disabled={busy}>end</button>
    </div>
  );
  const { rerender } = render(<Working busy={false} />);
  const button = screen.getByRole('button', { name: 'end' });
  button.focus();
  // Browsers take the focus from a button that is disabled; jsdom does not.
  button.blur();
  rerender(<Working busy />);
  await waitFor(() => expect(button.matches(':disabled')).toBe(true));
  rerender(<Working busy={false} />);
  await focused('end');
});
