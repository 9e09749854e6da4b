import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import type { ServerConfig } from '@inkling/contracts';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router';
import { FooterLinks } from '../../components/site-footer/footer-links';
import { SessionProvider } from '../../lib/session';
import HelpPage from '../help/help-page';
import { PrivacyPage, TermsPage } from './legal-page';

const CONFIG: ServerConfig = {
  product: 'Inkling',
  version: '1',
  environment: 'production',
  features: { google: false, push: false, insights: false, media: true, mail: false },
  insightsKind: null,
  firebase: null,
  pushKey: null,
  links: { privacy: null, terms: null },
  operator: { name: null, email: null, social: [] },
};

function show(page: ReactElement, config: Partial<ServerConfig> = {}) {
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
const operator = { name: 'Harbour Polls', email: 'help@harbour.example', social: ['https://www.instagram.com/harbour', 'https://social.harbour.example/@polls'] };

test('the privacy policy states what live counts mean, and names only third parties that this server has', () => {
  const { unmount } = show(<PrivacyPage />);
  expect(screen.getByText(/each vote shows in the counts as it comes/)).toBeVisible();
  expect(screen.getByText(/^Notifications go after 365 days/)).toBeVisible();
  expect([screen.queryByText(/^Google:/), screen.queryByText(/^Push:/), screen.queryByText(/^AI:/), screen.queryByText(/^Mail:/)]).toEqual([null, null, null, null]);
  unmount();
  show(<PrivacyPage />, { insightsKind: 'ai', features: { ...CONFIG.features, google: true, push: true, mail: true }, operator });
  for (const party of [/^Google:/, /^Push:/, /^Mail:/, /^AI:/]) expect(screen.getByText(party)).toBeVisible();
  expect(screen.getByText(/This server is run by Harbour Polls\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'help@harbour.example' })).toHaveAttribute('href', 'mailto:help@harbour.example');
});

test('the terms say that a vote cannot be changed, and lead to the form where there is no address', () => {
  show(<TermsPage />);
  expect(screen.getByText(/A vote cannot be changed or taken back\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Questions? Use the form of the Help Center.' })).toHaveAttribute('href', '/help');
});

test('links lead to the built-in pages, or to those of the operator', () => {
  const addresses = () => ['Privacy Policy', 'Terms'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  const { unmount } = show(<FooterLinks />);
  expect(addresses()).toEqual(['/privacy', '/terms']);
  unmount();
  show(<FooterLinks />, { links: { privacy: 'https://harbour.example/privacy', terms: 'https://harbour.example/terms' } });
  expect(addresses()).toEqual(['https://harbour.example/privacy', 'https://harbour.example/terms']);
});

test('help shows an address and social networks where the operator gives them, and none otherwise', () => {
  const { container, unmount } = show(<HelpPage />);
  expect([container.querySelector('a[href^="mailto:"]'), container.querySelector('.social'), screen.queryByText('Follow us')]).toEqual([null, null, null]);
  unmount();
  show(<HelpPage />, { operator });
  expect(screen.getByRole('link', { name: 'help@harbour.example' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Instagram' })[0]).toHaveAttribute('href', 'https://www.instagram.com/harbour');
  expect(screen.getAllByRole('link', { name: 'social.harbour.example' })[0]).toBeVisible();
});
