import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from 'react-router-dom';
import { createQueryClient } from '../lib/query-client';
import { SessionProvider } from '../lib/session';
import { createRouter } from './router';

const client = createQueryClient();
const router = createRouter();

/** The application: cache, session, routes. */
export function App() {
  return (
    <QueryClientProvider client={client}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </QueryClientProvider>
  );
}
