import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router';
import { bindOffline } from '../lib/offline/bind-offline';
import { createQueryClient } from '../lib/query-client';
import { askForSession, SessionProvider } from '../lib/session';
import { AppRoutes } from './router';

const client = createQueryClient();
bindOffline(client);

/** Settles once the server has said who is signed in, or cannot be asked. */
export const sessionKnown = (): Promise<void> => askForSession(client);

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
