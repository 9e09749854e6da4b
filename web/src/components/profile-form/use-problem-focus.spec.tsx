import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useProblemFocus } from './use-problem-focus';

afterEach(cleanup);

/** A form that learns what is wrong from the server's answer. */
function Form({ answer }: { answer: () => Promise<{ second?: string }> }) {
  const [problems, setProblems] = useState<{ second?: string }>({});
  const form = useProblemFocus(problems);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        void answer().then(setProblems);
      }}
    >
      <input aria-label="first" />
      <input aria-label="second" aria-invalid={problems.second ? true : undefined} />
      <button>Save</button>
    </form>
  );
}

test('the field that an answer has found wrong has the focus, each time', async () => {
  let problems: { second?: string } = { second: 'taken' };
  render(<Form answer={() => Promise.resolve({ ...problems })} />);
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  for (let time = 0; time < 2; time += 1) {
    await save();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('second')));
  }
  problems = {};
  await save();
  await waitFor(() => expect(screen.getByLabelText('second').getAttribute('aria-invalid')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save' }));
});
