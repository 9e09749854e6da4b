import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import type { InsightKind, Insights } from '@inkling/contracts';
import { SERVER_CONFIG } from '../../../lib/server-config';
import { ME, SessionProvider } from '../../../lib/session';
import { hiddenPoll } from '../testing/poll-fixture';
import { PollCard } from './poll-card';

const NONE: Insights = {
  insights: '',
  sources: [],
  hasInsights: false,
  generating: false,
  generatedAt: null,
  kind: null,
  passages: [],
  nothingFound: false,
};
const LICENSE = { name: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' };
const TEA = {
  title: 'Tea',
  url: 'https://en.wikipedia.org/wiki/Tea',
  text: 'Tea is an aromatic beverage.',
  license: LICENSE,
};
const COFFEE = {
  title: 'Coffee',
  url: 'https://en.wikipedia.org/wiki/Coffee',
  text: 'Coffee is a beverage brewed from beans.',
  license: LICENSE,
};
const PASSAGES: Insights = {
  ...NONE,
  insights: `${TEA.text}\n${COFFEE.text}`,
  sources: [TEA.url, COFFEE.url],
  hasInsights: true,
  generatedAt: '2026-11-22T03:00:00.000Z',
  kind: 'passages',
  passages: [TEA, COFFEE],
};
const AI_DISCLAIMER = 'AI-generated content may not be 100% accurate. Always verify information from sources.';

const original = globalThis.fetch;
let sent: string[];
let kind: InsightKind | null;
let stored: Insights;
let generated: Insights;
let client: QueryClient;

beforeEach(() => {
  localStorage.clear();
  sent = [];
  kind = 'passages';
  stored = NONE;
  generated = PASSAGES;
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(ME, null);
  globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
    const path = String(input).split('?')[0]!;
    sent.push(`${init.method ?? 'GET'} ${path}`);
    if (path === '/api/config')
      return Promise.resolve(Response.json({ features: { insights: kind !== null }, insightsKind: kind }));
    if (path.endsWith('/insights')) return Promise.resolve(Response.json(stored));
    if (path.endsWith('/generate-insights')) return Promise.resolve(Response.json(generated));
    return Promise.resolve(Response.json({ message: 'x', code: 'not-found' }, { status: 404 }));
  }) as unknown as typeof fetch;
});
afterEach(() => {
  cleanup();
  client.clear();
  globalThis.fetch = original;
});

const open = (alone = false) =>
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter>
          <PollCard poll={hiddenPoll(1)} alone={alone} />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
const configured = () => waitFor(() => expect(client.getQueryData(SERVER_CONFIG)).toBeDefined());
const button = () => screen.queryByRole('button', { name: 'Deep Dive' });
const dive = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Deep Dive' }));
  return screen.findByRole('region', { name: 'Deep Dive' });
};

test('where it is switched off, a card has no Deep Dive and asks for none', async () => {
  kind = null;
  open();
  await configured();
  expect(button()).toBeNull();
  expect(sent.filter((call) => call.includes('insights'))).toEqual([]);
});

test("where it is switched off, a poll's own page shows an existing text, and no button without one", async () => {
  kind = null;
  open(true);
  await waitFor(() => expect(sent).toContain('GET /api/polls/1/insights'));
  expect(button()).toBeNull();
  cleanup();
  client.clear();
  stored = PASSAGES;
  open(true);
  expect(await within(await dive()).findByText(TEA.text)).toBeVisible();
});

test('a page knows from the visit before whether there is one, so that no button comes late or goes', async () => {
  open();
  await screen.findByRole('button', { name: 'Deep Dive' });
  cleanup();
  client.clear();
  globalThis.fetch = jest.fn(() => new Promise(() => undefined)) as unknown as typeof fetch;
  open();
  expect(button()).not.toBeNull();
});

test('passages are shown with title, address and licence, and nothing calls them written by AI', async () => {
  open();
  const panel = await dive();
  expect(await within(panel).findByText('Short passages from Wikipedia about what this question names.')).toBeVisible();
  expect(panel).not.toHaveTextContent(/\bAI\b/);
  await userEvent.click(within(panel).getByRole('button', { name: 'Look up' }));
  const sources = within(await within(panel).findByRole('list', { name: 'Sources' }));
  expect(
    sources.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('rel')]),
  ).toEqual([
    ['Tea', TEA.url, 'noopener noreferrer nofollow'],
    ['Coffee', COFFEE.url, 'noopener noreferrer nofollow'],
  ]);
  expect(sources.getByText(TEA.text)).toBeVisible();
  expect(within(panel).getByRole('link', { name: /^CC BY-SA 4\.0/ })).toHaveAttribute('href', LICENSE.url);
  expect(panel).not.toHaveTextContent(/\bAI\b/);
});

test('a text of a model keeps its disclaimer', async () => {
  kind = 'ai';
  stored = { ...NONE, insights: 'Tea is older.', sources: [TEA.url], hasInsights: true, kind: 'ai' };
  open();
  expect(await within(await dive()).findByText(AI_DISCLAIMER)).toBeVisible();
});

test('where no article fits, that is said, and nothing more is offered', async () => {
  generated = { ...NONE, kind: 'passages', nothingFound: true };
  open();
  const panel = await dive();
  await userEvent.click(await within(panel).findByRole('button', { name: 'Look up' }));
  expect(await within(panel).findByText('No article fits this question.')).toBeVisible();
  expect(within(panel).queryByRole('button')).toBeNull();
});

test('what was not found in Wikipedia can be asked of a model', async () => {
  kind = 'ai';
  stored = { ...NONE, kind: 'passages', nothingFound: true };
  open();
  expect(await within(await dive()).findByRole('button', { name: 'Generate' })).toBeVisible();
});

test('opening moves the focus into the panel and the panel into view, closing gives the focus back', async () => {
  const seen = jest.spyOn(Element.prototype, 'scrollIntoView');
  open();
  const panel = await dive();
  await waitFor(() => expect(panel).toHaveFocus());
  await within(panel).findByRole('button', { name: 'Look up' });
  await waitFor(() => expect(seen.mock.contexts).toContain(panel));
  expect(seen.mock.calls.at(-1)).toEqual([{ block: 'nearest', behavior: 'smooth' }]);
  await userEvent.click(screen.getByRole('button', { name: 'Deep Dive' }));
  expect(screen.queryByRole('region', { name: 'Deep Dive' })).toBeNull();
  expect(button()).toHaveFocus();
  seen.mockRestore();
});
