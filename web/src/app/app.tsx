import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { bindOffline } from '../lib/offline/bind-offline';
import { createQueryClient } from '../lib/query-client';
import { SessionProvider } from '../lib/session';
import { AppRoutes } from './router';

const client = createQueryClient();
bindOffline(client);

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
