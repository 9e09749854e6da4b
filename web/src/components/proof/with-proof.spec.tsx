import '@testing-library/jest-dom/jest-globals';
import { beforeEach, expect, jest, test } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { call, routes } from '../../lib/api';
import { ProofDeclined, useProof, useProofQuestion } from './with-proof';

const NEEDED = { message: 'Please confirm first that it is you.', code: 'proof-needed', proofs: ['password'] };

let proved: boolean;
let sent: number;
beforeEach(() => {
  proved = false;
  sent = 0;
  globalThis.fetch = jest.fn(async () => {
    sent++;
    return proved ? new Response(null, { status: 204 }) : Response.json(NEEDED, { status: 403 });
  }) as unknown as typeof fetch;
});

/** Stands for the dialog. */
function Question() {
  const question = useProofQuestion();
  if (!question) return null;
  const answer = (right: boolean) => {
    proved = right;
    question.answer(right);
  };
  return (
    <div role="dialog" aria-label={question.proofs.join()}>
      <button onClick={() => answer(true)}>Prove</button>
      <button onClick={() => answer(false)}>Close</button>
    </div>
  );
}

/** A page with a sensitive act, whose outcomes are collected. */
function Page({ outcomes, asks = true }: { outcomes: unknown[]; asks?: boolean }) {
  const prove = useProof();
  const act = () =>
    void prove(() => call(routes.logoutEverywhere)).then(
      () => outcomes.push('done'),
      (error: unknown) => outcomes.push(error),
    );
  return (
    <>
      <button onClick={act}>Act</button>
      {asks && <Question />}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('acts that need a proof wait for one question, and are done after it', async () => {
  const outcomes: unknown[] = [];
  render(<Page outcomes={outcomes} />);
  await press('Act');
  await screen.findByRole('dialog', { name: 'password' });
  await press('Act');
  await waitFor(() => expect(sent).toBe(2));
  await press('Prove');
  await waitFor(() => expect(outcomes).toEqual(['done', 'done']));
  expect(sent).toBe(4);
  expect(screen.queryByRole('dialog')).toBeNull();
  await press('Act');
  await waitFor(() => expect(outcomes).toHaveLength(3));
  expect(sent).toBe(5);
});

test('an act whose question is closed is not done, and neither is one whose page is left', async () => {
  const outcomes: unknown[] = [];
  const { unmount } = render(<Page outcomes={outcomes} />);
  await press('Act');
  await screen.findByRole('dialog');
  await press('Close');
  await waitFor(() => expect(outcomes).toEqual([expect.any(ProofDeclined)]));
  await press('Act');
  await screen.findByRole('dialog');
  unmount();
  await waitFor(() => expect(outcomes).toEqual([expect.any(ProofDeclined), expect.any(ProofDeclined)]));
  expect(sent).toBe(2);
});

test('a page that cannot ask gets the refusal', async () => {
  const outcomes: unknown[] = [];
  render(<Page outcomes={outcomes} asks={false} />);
  await press('Act');
  await waitFor(() => expect(outcomes).toMatchObject([{ code: 'proof-needed', status: 403 }]));
});
