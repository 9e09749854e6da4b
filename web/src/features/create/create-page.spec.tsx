import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import type { User } from '@inkling/contracts';
import { noteServerTime } from '../../lib/server-clock';
import { SERVER_CONFIG } from '../../lib/server-config';
import { ME, SessionProvider } from '../../lib/session';
import { useShownToast } from '../../lib/toast';
import CreatePage from './create-page';
import { dayOf, emptyDraft, keepDraft, recoverDraft } from './poll-draft';

const NOOR = { id: 7, name: 'Noor Haddad', username: 'noor', hasCompletedProfile: true } as User;
const mine = { ...emptyDraft(), question: 'Soup tonight?' };
const kept = () => recoverDraft(7)?.draft.question;

let client: QueryClient;
beforeEach(() => {
  localStorage.clear();
  globalThis.fetch = jest.fn(() => new Promise(() => undefined)) as typeof fetch;
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(ME, NOOR);
});
afterEach(() => {
  cleanup();
  client.clear();
});

const open = (address: string) =>
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter initialEntries={[address]}>
          <CreatePage />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );

test('a link with words in it does not cost the draft, until someone writes on', async () => {
  keepDraft(7, mine);
  open('/create?text=Buy+this');
  const question = screen.getByLabelText<HTMLTextAreaElement>('Your Question');
  expect([question.value, kept()]).toEqual(['Buy this', 'Soup tonight?']);
  await userEvent.type(question, '!');
  expect(kept()).toBe('Buy this!');
  await userEvent.click(screen.getByRole('button', { name: 'Back to my draft' }));
  expect([question.value, kept()]).toEqual(['Soup tonight?', 'Soup tonight?']);
});

test('what is shared is kept at once where nothing gave way to it', () => {
  open('/create?text=Buy+this');
  expect(kept()).toBe('Buy this');
});

/** Holds `POST /api/polls` back; the returned function answers it. */
function holdBack(): (status: number, body: unknown) => void {
  let answer: (status: number, body: unknown) => void = () => undefined;
  globalThis.fetch = jest.fn((input: unknown) =>
    String(input) === '/api/polls'
      ? new Promise<Response>((resolve) => (answer = (status, body) => resolve(Response.json(body, { status }))))
      : new Promise<Response>(() => undefined),
  ) as unknown as typeof fetch;
  return (status, body) => answer(status, body);
}
function Messages() {
  const shown = useShownToast();
  return <p>{shown && [shown.title, shown.description].join(': ')}</p>;
}

test('a poll published after its page was left says so, and does not come back as a draft', async () => {
  const answer = holdBack();
  render(<Messages />);
  keepDraft(7, { ...mine, options: ['Yes', 'No'] });
  const page = open('/create');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Poll' }));
  page.unmount();
  open('/create');
  expect(screen.getByLabelText<HTMLTextAreaElement>('Your Question').value).toBe('');
  await userEvent.type(screen.getByLabelText('Your Question'), 'Another one');

  answer(201, { id: 5, userId: 7, question: mine.question });
  await screen.findByText('Poll Created: Your poll has been published successfully!');
  expect(kept()).toBe('Another one');
});

test('one that was left and then refused says so, and its words are kept', async () => {
  const answer = holdBack();
  render(<Messages />);
  keepDraft(7, { ...mine, options: ['Yes', 'No'] });
  const page = open('/create');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Poll' }));
  page.unmount();
  open('/create').unmount();

  answer(429, { message: 'Too many polls. Try again later.', code: 'too-many-requests' });
  await screen.findByText(/^Error: /);
  expect(kept()).toBe('Soup tonight?');
});

test('what is being sent can not be changed; after a refusal it can', async () => {
  let refuse: () => void = () => undefined;
  globalThis.fetch = jest.fn(
    () => new Promise((resolve) => (refuse = () => resolve(Response.json({ message: 'No' }, { status: 500 })))),
  ) as unknown as typeof fetch;
  keepDraft(7, { ...mine, options: ['Yes', 'No'] });
  open('/create');
  const question = screen.getByLabelText('Your Question');
  await userEvent.click(screen.getByRole('button', { name: 'Publish Poll' }));
  expect(question.matches(':disabled')).toBe(true);
  expect(screen.getByRole('button', { name: 'Discard' }).matches(':disabled')).toBe(true);

  refuse();
  await screen.findByRole('button', { name: 'Publish Poll' });
  expect(question.matches(':disabled')).toBe(false);
});

test('the form knows that its day has passed as soon as the server has told the time', async () => {
  const learn = (ms: number) =>
    act(() => noteServerTime(new Headers({ date: new Date(Date.now() + ms).toUTCString() }), Date.now()));
  const days = 86_400_000;
  keepDraft(7, { ...mine, duration: { kind: 'date', day: dayOf(new Date(Date.now() + 2 * days)) } });
  open('/create');
  expect(screen.getByText(/days? left$/).textContent).not.toBe('');
  learn(5 * days);
  expect(screen.queryByText(/days? left$/)).toBeNull();
  learn(0);
});

describe('somebody who may not ask yet', () => {
  const member = { ...NOOR, role: 'member', email: 'noor@example.org', emailVerified: false };
  const rule = (kind: string, days = 0) =>
    client.setQueryData(SERVER_CONFIG, { features: { mail: true }, instance: { whoMayAsk: { kind, days } } });
  const publish = () => screen.getByRole('button', { name: 'Publish Poll' });
  const posted = () => jest.mocked(globalThis.fetch).mock.calls.some(([input]) => input === '/api/polls');

  test('is told beforehand to confirm the address, writes a draft, and publishes nothing', async () => {
    rule('proved');
    client.setQueryData(ME, { ...member, createdAt: '2020-01-01T00:00:00.000Z' });
    keepDraft(7, { ...mine, options: ['Yes', 'No'] });
    open('/create');
    expect(screen.getByRole('note').textContent).toContain('Confirm your email to ask.');
    await userEvent.click(publish());
    expect([publish().getAttribute('aria-disabled'), posted(), kept()]).toEqual(['true', false, 'Soup tonight?']);
    await userEvent.click(screen.getByRole('button', { name: 'Send confirmation link' }));
    expect(globalThis.fetch).toHaveBeenCalledWith('/api/auth/verify-email/send', expect.anything());
    act(() => void client.setQueryData(ME, { ...member, createdAt: '2020-01-01T00:00:00.000Z', emailVerified: true }));
    await waitFor(() => expect(screen.queryByRole('note')).toBeNull());
  });

  test('reads when the account will be old enough, and can publish from that instant on', () => {
    jest.useFakeTimers({ now: new Date('2026-11-23T10:00:00Z') });
    try {
      rule('older-than', 3);
      client.setQueryData(ME, { ...member, createdAt: '2026-11-20T10:00:05.000Z' });
      open('/create');
      expect(screen.getByRole('note').textContent).toMatch(/You can ask from November 23, 2026 at .+ on\./);
      act(() => jest.advanceTimersByTime(4_999));
      expect(publish().getAttribute('aria-disabled')).toBe('true');
      act(() => jest.advanceTimersByTime(1));
      expect([publish().getAttribute('aria-disabled'), screen.queryByRole('note')]).toEqual([null, null]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('is nobody who looks after the instance, and nobody of whom the rule is not known', () => {
    rule('older-than', 365);
    for (const user of [{ ...member, role: 'moderator', createdAt: new Date().toISOString() }, member]) {
      client.setQueryData(ME, user);
      const page = open('/create');
      expect(screen.queryByRole('note')).toBeNull();
      page.unmount();
    }
  });
});
