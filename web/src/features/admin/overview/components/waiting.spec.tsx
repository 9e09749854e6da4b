import '@testing-library/jest-dom/jest-globals';
import { afterEach, expect, test } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import type { Overview } from '@inkling/contracts';
import '../strings';
import { Waiting } from './waiting';

afterEach(cleanup);

const NOTHING = { casesOpen: 0, flagged: 0, appeals: 0, oldestOpenAt: null, medianHours: null, staff: 1 };
const show = (now: Partial<Overview['now']>, requests: number) =>
  render(
    <MemoryRouter>
      <Waiting now={{ ...NOTHING, ...now }} requests={requests} />
    </MemoryRouter>,
  );

test('what waits is listed with the way to where it is done: old cases first, people who ask to join last', () => {
  show({ casesOpen: 2, appeals: 1, oldestOpenAt: new Date(Date.now() - 48 * 3_600_000).toISOString() }, 3);
  const links = screen.getAllByRole('link').map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')]);
  expect(links).toEqual([
    ['Open queue: 2 cases are open', '/admin/queue'],
    ['Open queue: 1 appeal waits', '/admin/queue'],
    ['Open requests: 3 people ask to join', '/admin/requests'],
  ]);
});

test('nothing waits', () => {
  show({}, 0);
  expect(screen.getByText('Nothing waits for you.')).toBeInTheDocument();
  expect(screen.queryByRole('link')).toBeNull();
});
