import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { bindOffline } from '../lib/offline/bind-offline';
import { createQueryClient } from '../lib/query-client';
import { askForSession, ME, SessionProvider } from '../lib/session';
import { AppRoutes, readRoute } from './router';

const client = createQueryClient();
bindOffline(client);

/**
 * Settles once the session is known and, for signed-in users, the first data of the address has been read or has
 * failed.
 */
export async function firstReads(pathname: string): Promise<void> {
  const reads = readRoute(pathname, client);
  await askForSession(client);
  // Without an answer there is no network: the page shows the last visit at once.
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
