import type { ServerConfig } from '@inkling/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { SessionProvider } from './session';

/** What a server says of itself where nothing is set up. */
export const CONFIG: ServerConfig = {
  product: 'Inkling',
  version: '1',
  environment: 'production',
  features: { google: false, push: false, insights: false, media: true, mail: false },
  insightsKind: null,
  firebase: null,
  pushKey: null,
  links: { privacy: null, terms: null, source: null },
  operator: { name: null, email: null, social: [] },
};

/** Renders a page for a visitor of a server with this configuration. */
export function showPage(page: ReactElement, config: Partial<ServerConfig> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(['/api/config'], { ...CONFIG, ...config });
  client.setQueryData(['/api/auth/me'], null);
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SessionProvider>{page}</SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
