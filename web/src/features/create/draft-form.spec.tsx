import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import type { User } from '@inkling/contracts';
import { ME, SessionProvider } from '../../lib/session';
import { emptyDraft, keepDraft } from './poll-draft';
import type CreatePageType from './create-page';

/** Replaces IndexedDB, which jsdom lacks. */
const kept = new Map<string, { userId: number; savedAt: number; data: unknown }>();
jest.mock('../../lib/offline/kept-store', () => ({
  putKept: async (key: string, userId: number, data: unknown, savedAt: number) =>
    kept.set(key, { userId, savedAt, data }),
  getKept: async (key: string, userId: number) => (kept.get(key)?.userId === userId ? kept.get(key) : null),
  dropKept: async (key: string) => kept.delete(key),
}));
const { default: CreatePage } = jest.requireActual<{ default: typeof CreatePageType }>('./create-page');

const NOOR = { id: 7, name: 'Noor Haddad', username: 'noor', hasCompletedProfile: true } as User;
const mine = { ...emptyDraft(), question: 'Soup tonight?', options: ['Yes', 'No'] };
const picture = () => new File(['GIF89a'], 'soup.png', { type: 'image/png' });

let client: QueryClient;
beforeEach(() => {
  kept.clear();
  localStorage.clear();
  globalThis.fetch = jest.fn(() => new Promise(() => undefined)) as typeof fetch;
  URL.createObjectURL = () => 'blob:soup';
  URL.revokeObjectURL = () => undefined;
  // jsdom loads no pictures, so their size is unknown.
  Object.defineProperty(HTMLImageElement.prototype, 'src', {
    configurable: true,
    set(this: HTMLImageElement) {
      queueMicrotask(() => this.onerror?.(''));
    },
  });
  client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(ME, NOOR);
});
afterEach(() => {
  cleanup();
  client.clear();
  delete (HTMLImageElement.prototype as Partial<HTMLImageElement>).src;
});

const open = (address = '/create') =>
  render(
    <QueryClientProvider client={client}>
      <SessionProvider>
        <MemoryRouter initialEntries={[address]}>
          <CreatePage />
        </MemoryRouter>
      </SessionProvider>
    </QueryClientProvider>,
  );
const option = (number: number) => screen.getByRole('textbox', { name: `Option ${number}` });
const publish = () => userEvent.click(screen.getByRole('button', { name: 'Publish Poll' }));
const wrong = () =>
  screen.getAllByRole('textbox').filter((field) => field.getAttribute('aria-invalid') === 'true').length;
const choosePicture = async (container: HTMLElement) =>
  userEvent.upload(container.querySelector<HTMLInputElement>('input[type="file"]')!, picture());
const chosen = () => screen.findByRole('button', { name: 'Remove media' });

test('an option that is added after a failed attempt is not wrong before anyone has written in it', async () => {
  open();
  await userEvent.type(screen.getByLabelText('Your Question'), 'Soup?');
  await userEvent.type(option(1), 'Yes');
  await publish();
  expect([option(1), option(2)].map((field) => field.getAttribute('aria-invalid'))).toEqual([null, 'true']);
  await userEvent.click(screen.getByRole('button', { name: 'Add Option' }));
  expect([wrong(), option(3).getAttribute('aria-invalid')]).toEqual([1, null]);
  // Two options are filled, whichever they are.
  await userEvent.type(option(3), 'No');
  expect(wrong()).toBe(0);
});

test('an empty option beside two that are filled is left out', async () => {
  keepDraft(7, { ...mine, options: ['Yes', '  ', 'No', ''] });
  let sent: FormData | undefined;
  globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
    if (String(input) === '/api/polls') sent = init.body as FormData;
    return new Promise<Response>(() => undefined);
  }) as unknown as typeof fetch;
  open();
  await publish();
  await waitFor(() => expect(sent?.get('options')).toBe('["Yes","No"]'));
});

test('a draft comes back with its picture', async () => {
  keepDraft(7, mine);
  const { container, unmount } = open();
  await choosePicture(container);
  await chosen();
  unmount();
  open();
  expect(await chosen()).toBeVisible();
  expect(screen.queryByText(/chosen again/)).toBeNull();
  // A removed option stays removed.
  await userEvent.click(await chosen());
  cleanup();
  open();
  await screen.findByText(/^We kept your draft/);
  expect(screen.queryByRole('button', { name: 'Remove media' })).toBeNull();
  expect(screen.queryByText(/chosen again/)).toBeNull();
});

test('a picture that could not be kept is said to be missing, until another is chosen', async () => {
  keepDraft(7, mine);
  const first = open();
  await choosePicture(first.container);
  await chosen();
  first.unmount();
  kept.clear();
  open().unmount();
  const { container } = open();
  expect(await screen.findByText('Its picture or clip could not be kept and has to be chosen again.')).toBeVisible();
  await choosePicture(container);
  await chosen();
  await waitFor(() => expect(screen.queryByText(/chosen again/)).toBeNull());
});

test('a discarded draft takes its picture with it', async () => {
  keepDraft(7, mine);
  const first = open();
  await choosePicture(first.container);
  await chosen();
  first.unmount();
  open();
  await chosen();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(kept.size).toBe(0);
});

test('the form says that votes show as they come', () => {
  open();
  expect(screen.getByText(/^Each vote shows in the counts as it comes\./)).toBeVisible();
});

test('the preview shows Deep Dive only where it is offered', () => {
  open();
  expect(screen.queryByText('Deep Dive')).toBeNull();
  cleanup();
  localStorage.setItem('inkling_deep_dive', 'passages');
  open();
  expect(screen.getByText('Deep Dive')).toBeInTheDocument();
});

describe('a poll of another kind', () => {
  const parts = [
    'method',
    'minChoices',
    'maxChoices',
    'quizAnswer',
    'quizExplanation',
    'sealed',
    'shuffled',
    'visibility',
  ] as const;
  /** What the form sends about ballots once it is published. */
  const sent = async () => {
    let body: FormData | undefined;
    globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
      if (String(input) === '/api/polls') body = init.body as FormData;
      return new Promise<Response>(() => undefined);
    }) as unknown as typeof fetch;
    await publish();
    await waitFor(() => expect(body).toBeDefined());
    return Object.fromEntries(
      parts.flatMap((part) => {
        const value = body!.get(part);
        return value === null || value === 'public' ? [] : [[part, value]];
      }),
    );
  };
  const choose = (name: RegExp) => userEvent.click(screen.getByRole('radio', { name }));
  const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

  test('sends nothing about ballots when it is an ordinary one', async () => {
    keepDraft(7, mine);
    open();
    expect(await sent()).toEqual({});
  });

  test('has limits that fit the options which are filled', async () => {
    keepDraft(7, { ...mine, options: ['a', 'b', 'c', ''] });
    open();
    await choose(/^Several/);
    expect(screen.getByText('Voters tick 1 to 3 of 3. Percentages will be of voters.')).toBeVisible();
    await press('At most: fewer');
    await press('At least: more');
    await press('At least: more');
    expect(screen.getByText('Voters tick 2 of 3. Percentages will be of voters.')).toBeVisible();
    expect(screen.getByText('exactly 2')).toBeVisible();
    expect(await sent()).toEqual({ method: 'multiple', minChoices: '2', maxChoices: '2' });
  });

  test('as a quiz needs its answer, which stays with its option', async () => {
    keepDraft(7, { ...mine, options: ['a', '', 'Venus'] });
    open();
    await choose(/^Quiz/);
    expect(screen.queryByRole('switch', { name: 'Show results before voting' })).toBeNull();
    await publish();
    expect(screen.getByText('Tick the right answer, so that people learn it after voting.')).toBeVisible();
    await press('Venus is the right answer');
    await userEvent.type(screen.getByRole('textbox', { name: /^Why it is right/ }), 'It turns slowly.');
    await press('Remove option 2');
    await userEvent.click(screen.getByRole('switch', { name: 'Sealed poll' }));
    await userEvent.click(screen.getByRole('switch', { name: 'Shuffle the options' }));
    expect(await sent()).toEqual({
      quizAnswer: '1',
      quizExplanation: 'It turns slowly.',
      sealed: 'true',
      shuffled: 'true',
    });
  });

  test('comes back with everything that was chosen', async () => {
    keepDraft(7, mine);
    const first = open();
    await choose(/^In order/);
    await choose(/^Followers/);
    await userEvent.click(screen.getByRole('switch', { name: 'Sealed poll' }));
    first.unmount();
    open();
    expect(screen.getByRole('radio', { name: /^In order/ })).toBeChecked();
    expect(screen.getByRole('radio', { name: /^Followers/ })).toBeChecked();
    expect(await sent()).toEqual({ method: 'ranked', sealed: 'true', visibility: 'followers' });
  });
});

describe('pictures of options', () => {
  let sent: FormData | undefined;
  beforeEach(() => {
    sent = undefined;
    // What reports its progress.
    jest.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation((body) => {
      sent = body as FormData;
    });
    globalThis.fetch = jest.fn((input: unknown, init: RequestInit = {}) => {
      if (String(input) === '/api/polls') sent = init.body as FormData;
      return new Promise<Response>(() => undefined);
    }) as unknown as typeof fetch;
    keepDraft(7, { ...mine, options: ['Red', 'Blue', '', 'Green'] });
  });
  afterEach(() => void jest.restoreAllMocks());
  const give = async (container: HTMLElement, number: number, name: string) => {
    // The last chooser is that of the poll's own picture.
    const choosers = container.querySelectorAll<HTMLInputElement>('input[type="file"]');
    await userEvent.upload(choosers[number - 1]!, new File(['GIF89a'], name, { type: 'image/gif' }));
    await screen.findByRole('button', { name: `Change the picture of option ${number}` });
  };
  const describePicture = (number: number, text: string) =>
    userEvent.type(screen.getByLabelText(`What the picture of option ${number} shows`), text);

  test('stay with their options when another one is removed, and when the draft comes back', async () => {
    const first = open();
    await userEvent.click(screen.getByRole('switch', { name: 'Pictures for options' }));
    for (const [number, name] of [
      [1, 'red.gif'],
      [2, 'blue.gif'],
      [4, 'green.gif'],
    ] as const) {
      await give(first.container, number, name);
      await describePicture(number, `A door ${number}`);
    }
    await userEvent.click(screen.getByRole('button', { name: 'Remove option 1' }));
    expect(screen.getByLabelText('What the picture of option 1 shows')).toHaveProperty('value', 'A door 2');
    first.unmount();
    open();
    await screen.findByRole('button', { name: 'Change the picture of option 3' });
    await publish();
    await waitFor(() => expect(sent).toBeDefined());
    const names = [0, 1].map((index) => (sent!.get(`optionImage${index}`) as File).name);
    expect([sent!.get('options'), sent!.get('optionAlts'), names, sent!.has('optionImage2')]).toEqual([
      '["Blue","Green"]',
      '["A door 2","A door 4"]',
      ['blue.gif', 'green.gif'],
      false,
    ]);
  });

  test('come back with the draft that what was shared has replaced', async () => {
    const first = open();
    await userEvent.click(screen.getByRole('switch', { name: 'Pictures for options' }));
    await give(first.container, 1, 'red.gif');
    first.unmount();
    open('/create?text=Buy+this');
    await userEvent.click(screen.getByRole('switch', { name: 'Pictures for options' }));
    expect(screen.getByRole('button', { name: 'Add a picture to option 1' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Back to my draft' }));
    expect(await screen.findByRole('button', { name: 'Change the picture of option 1' })).toBeVisible();
  });

  test('are not sent when they are too large together', async () => {
    const { container } = open();
    await userEvent.click(screen.getByRole('switch', { name: 'Pictures for options' }));
    for (const number of [1, 2]) {
      const large = new File(['GIF89a'], 'large.gif', { type: 'image/gif' });
      Object.defineProperty(large, 'size', { value: 13 * 1024 * 1024 });
      await userEvent.upload(container.querySelectorAll<HTMLInputElement>('input[type="file"]')[number - 1]!, large);
      await screen.findByRole('button', { name: `Change the picture of option ${number}` });
    }
    await publish();
    expect(screen.getByRole('alert').textContent).toMatch(/^All files together are larger than 25MB/);
    expect(sent).toBeUndefined();
  });

  test('that are refused leave the picture that was there, and say so at it', async () => {
    const { container } = open();
    await userEvent.click(screen.getByRole('switch', { name: 'Pictures for options' }));
    await give(container, 1, 'red.gif');
    const chooser = container.querySelector<HTMLInputElement>('input[type="file"]')!;
    await userEvent.upload(chooser, new File(['no picture'], 'text.gif', { type: 'image/gif' }));
    const why = await screen.findByText(/^This file cannot be added/);
    const button = screen.getByRole('button', { name: 'Change the picture of option 1' });
    expect(button.getAttribute('aria-describedby')).toBe(why.id);
    expect(screen.getByLabelText('What the picture of option 1 shows').getAttribute('aria-invalid')).toBeNull();
  });

  test('are asked for, and then what they show', async () => {
    const { container } = open();
    await userEvent.click(screen.getByRole('switch', { name: 'Pictures for options' }));
    await publish();
    expect(screen.getByText('Choose a picture for option 1.')).toBeVisible();
    const add = screen.getByRole('button', { name: 'Add a picture to option 1' });
    await waitFor(() => expect(document.activeElement === add).toBe(true));
    // An option that is left out needs none.
    expect(screen.queryByText('Choose a picture for option 3.')).toBeNull();
    for (const number of [1, 2, 4]) await give(container, number, `${number}.gif`);
    await publish();
    expect(screen.getByText('Say what the picture of option 4 shows.')).toBeVisible();
    for (const number of [1, 2, 4]) await describePicture(number, 'A door');
    expect(sent).toBeUndefined();
    await userEvent.click(screen.getByRole('switch', { name: 'Pictures for options' }));
    await publish();
    await waitFor(() => expect(sent?.get('options')).toBe('["Red","Blue","Green"]'));
    expect([sent!.has('optionAlts'), sent!.has('optionImage0')]).toEqual([false, false]);
  });
});
