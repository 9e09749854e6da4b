import type { ServerConfig } from '@inkling/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { SERVER_CONFIG } from './server-config';
import { ME, SessionProvider } from './session';

/** The configuration of a server where nothing is set up. */
export const CONFIG: ServerConfig = {
  product: 'Inkling',
  version: '1',
  environment: 'production',
  features: { google: false, push: false, insights: false, media: true, mail: false, passkeys: false },
  insightsKind: null,
  firebase: null,
  pushKey: null,
  links: { privacy: null, terms: null, source: null },
  operator: { name: null, email: null, social: [] },
};

/** Renders a page for a visitor of a server with this configuration. */
export function showPage(page: ReactElement, config: Partial<ServerConfig> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  client.setQueryData(SERVER_CONFIG, { ...CONFIG, ...config });
  client.setQueryData(ME, null);
  return render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <SessionProvider>{page}</SessionProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}
