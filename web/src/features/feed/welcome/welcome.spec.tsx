import '@testing-library/jest-dom/jest-globals';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import type { User } from '@inkling/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { ME, SessionProvider } from '../../../lib/session';
import { beginWelcome, saveWelcomeStep, welcomeStep } from '../../../lib/welcome';
import { hiddenPoll, openPoll, pageOf } from '../../polls/testing/poll-fixture';
import Welcome from './welcome';

const NOOR: User = {
  id: 7,
  name: 'Noor Haddad',
  username: 'noor',
  email: 'noor@haddad.example',
  emailVerified: false,
  role: 'member',
  profilePicture: null,
  hasCompletedProfile: true,
  followersCount: 0,
  followingCount: 0,
  pollsCount: 0,
};
const person = (id: number, name: string) => ({
  id,
  name,
  username: name.toLowerCase(),
  profilePicture: null,
  hasNewPoll: true,
});
const original = globalThis.fetch;
let answers: Record<string, unknown>;
let sent: string[];

beforeEach(() => {
  localStorage.clear();
  sent = [];
  answers = {
    '/api/users/me/voted-polls': pageOf(),
    '/api/topics/trending': ['#Food', '#Books', '#Work'],
    '/api/users/featured': [person(7, 'Noor'), person(2, 'Amara')],
    '/api/users/follow-status/2': false,
    '/api/polls/trending': [{ id: 1 }, { id: 2 }, { id: 3 }],
    '/api/polls/1': hiddenPoll(1, { endDate: '2020-01-01T00:00:00.000Z' }),
    '/api/polls/2': hiddenPoll(2, { userId: 7 }),
    '/api/polls/3': hiddenPoll(3),
    '/api/votes': openPoll(3, [11, 0], { userVote: 0 }),
  };
  globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
    const path = String(input).split('?')[0]!;
    if (init.method === 'POST') sent.push(`${path} ${init.body as string}`);
    if (path === '/api/users/me/topics' && path in answers) return Promise.resolve(new Response(null, { status: 204 }));
    const status = path in answers ? 200 : 503;
    return Promise.resolve(
      Response.json(answers[path] ?? { message: 'Away for a moment.', code: 'unavailable' }, { status }),
    );
  }) as unknown as typeof fetch;
});
afterEach(() => {
  globalThis.fetch = original;
});

function open(user = NOOR) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryDefaults(ME, { staleTime: Infinity });
  client.setQueryData(ME, user);
  return render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter>
          <Welcome />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const heading = (name: string) => screen.findByRole('heading', { name });

test('leads a new user from topics and people to a first poll to vote on, and then ends', async () => {
  answers['/api/users/me/topics'] = null;
  beginWelcome(7);
  const { container } = open();
  await press('#Food');
  await press('#Work');
  await press('#Food');
  await press('Next');
  expect(await heading('People who ask questions')).toHaveFocus();
  expect(sent).toEqual(['/api/users/me/topics {"topics":["#Work"]}']);
  expect(screen.getByRole('img', { name: 'Step 2 of 3' })).toBeVisible();
  // Nobody follows themselves.
  expect(screen.queryByText('Noor')).toBeNull();
  await press('Follow');
  expect(sent).toContain('/api/follows {"followingId":2}');
  await press('Next');
  expect(await screen.findByRole('heading', { name: 'Question 3?' })).toBeVisible();
  await press('Yes');
  expect(await screen.findByText('Your vote is in. More polls are waiting below.')).toBeVisible();
  await press('Done');
  expect(container).toBeEmptyDOMElement();
  expect(welcomeStep(7)).toBeNull();
});

test('goes on where it was left, also for somebody who follows people by now', async () => {
  saveWelcomeStep(7, 1);
  open({ ...NOOR, followingCount: 1 });
  expect(await heading('People who ask questions')).toBeVisible();
  await press('Skip');
  expect(welcomeStep(7)).toBe(2);
  expect(sent).toEqual([]);
});

test('is dismissed for good at any step, and leaves another user of the device alone', async () => {
  beginWelcome(7);
  expect(welcomeStep(8)).toBeNull();
  const { container } = open();
  await press('Dismiss');
  expect(container).toBeEmptyDOMElement();
  expect(welcomeStep(7)).toBeNull();
});

test.each([
  ['follows somebody', () => open({ ...NOOR, followingCount: 2 })],
  ['has voted', () => ((answers['/api/users/me/voted-polls'] = pageOf(openPoll(9, [1, 0]))), open())],
])('is not for somebody who %s', async (_, visit) => {
  beginWelcome(7);
  const { container } = visit();
  await waitFor(() => expect(welcomeStep(7)).toBeNull());
  expect(container).toBeEmptyDOMElement();
});

test('leaves out what there is none of, and waits for another day where there is nothing at all', async () => {
  answers['/api/topics/trending'] = [];
  delete answers['/api/users/featured'];
  beginWelcome(7);
  const { unmount } = open();
  expect(await heading('Try your pen')).toBeVisible();
  expect(screen.getByRole('img', { name: 'Step 1 of 1' })).toBeVisible();
  unmount();

  answers['/api/polls/trending'] = [];
  answers['/api/polls'] = pageOf();
  const { container } = open();
  await waitFor(() => expect(container).toBeEmptyDOMElement());
  expect(welcomeStep(7)).toBe(0);
});

test('topics that cannot be saved keep the step, which can still be skipped', async () => {
  beginWelcome(7);
  open();
  await press('#Food');
  await press('Next');
  await waitFor(() => expect(sent).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'false'));
  expect(screen.getByRole('button', { name: '#Food' })).toHaveAttribute('aria-pressed', 'true');
  await press('Skip');
  expect(await heading('People who ask questions')).toBeVisible();
});
