import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { bindOffline } from '../lib/offline/bind-offline';
import { createQueryClient } from '../lib/query-client';
import { askForSession, ME, SessionProvider } from '../lib/session';
import { AppRoutes, readRoute } from './router';

const client = createQueryClient();
bindOffline(client);

/** Settles once the session is known and, with one, what an address shows first has been read, or cannot be. */
export async function firstReads(pathname: string): Promise<void> {
  const reads = readRoute(pathname, client);
  await askForSession(client);
  // Without an answer there is no network: the page shows what the last visit left, at once.
  if (client.getQueryData(ME)) await reads;
}

/** The application: cache, session, routes. */
export function App() {
  return (
    <QueryClientProvider client={client}>
      <SessionProvider>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </SessionProvider>
    </QueryClientProvider>
  );
}
