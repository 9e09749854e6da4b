import { expect, jest, test } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { useShownToast } from '../../../lib/toast';
import { useContact } from './contact';

test.each([
  [204, null, 'Message sent'],
  [503, { message: 'Away for a moment.', code: 'unavailable' }, 'Message not sent'],
])('what became of a message is said although its form has been left: %d', async (status, body, title) => {
  let answer: () => void = () => undefined;
  const sent = new Response(body && JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  globalThis.fetch = jest.fn((path: string) =>
    path.startsWith('/api/proof-of-work')
      ? Promise.resolve(Response.json({ challenge: null }))
      : new Promise<Response>((resolve) => (answer = () => resolve(sent))),
  ) as unknown as typeof fetch;
  const client = new QueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const shown = renderHook(() => useShownToast());
  const form = renderHook(() => useContact(), { wrapper });
  await act(async () =>
    form.result.current.mutate({
      firstName: 'Noor',
      lastName: 'Haddad',
      email: 'noor@haddad.example',
      message: 'Hello',
    }),
  );
  form.unmount();
  await waitFor(() => expect(globalThis.fetch).toHaveBeenCalledTimes(2));
  await act(async () => answer());
  await waitFor(() => expect(shown.result.current?.title).toBe(title));
});
