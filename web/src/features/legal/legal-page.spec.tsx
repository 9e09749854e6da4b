import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { FooterLinks } from '../../components/site-footer/footer-links';
import { CONFIG, showPage } from '../../lib/server-config.spec-support';
import { PrivacyPage, TermsPage } from './legal-page';

const operator = {
  name: 'Harbour Polls',
  email: 'help@harbour.example',
  social: ['https://www.instagram.com/harbour', 'https://social.harbour.example/@polls'],
};

test('the privacy policy states what live counts mean, and names only third parties that this server has', () => {
  const { unmount } = showPage(<PrivacyPage />);
  expect(screen.getByText(/each vote shows in the counts as it comes/)).toBeVisible();
  expect(screen.getByText(/^Notifications are deleted after 365 days/)).toBeVisible();
  expect(screen.getByText(/is kept for 14 days/)).toBeVisible();
  expect([/^Google:/, /^Push:/, /^Mail:/].map((party) => screen.queryByText(party))).toEqual([null, null, null]);
  unmount();
  showPage(<PrivacyPage />, {
    insightsKind: 'ai',
    features: { ...CONFIG.features, google: true, push: true, mail: true },
    operator,
  });
  for (const party of [/^Google:.*keeps the password/, /^Push:/, /^Mail:/, /^AI:/])
    expect(screen.getByText(party)).toBeVisible();
  expect(screen.queryByText(/^Wikipedia:/)).toBeNull();
  expect(screen.getByText(/This server is run by Harbour Polls\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'help@harbour.example' })).toHaveAttribute(
    'href',
    'mailto:help@harbour.example',
  );
});

test('the terms say that a vote cannot be changed, and lead to the form where there is no address', () => {
  showPage(<TermsPage />);
  expect(screen.getByText(/A vote cannot be changed or taken back\./)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Questions? Use the form of the Help Center.' })).toHaveAttribute(
    'href',
    '/help',
  );
});

test('the source of this server is linked beside the licences only where its address is known', () => {
  const { unmount } = showPage(<FooterLinks />);
  expect(screen.queryByText('Source code')).toBeNull();
  unmount();
  showPage(<FooterLinks />, { links: { privacy: null, terms: null, source: 'https://code.example/inkling' } });
  const source = screen.getByRole('link', { name: 'Source code' });
  expect(source).toHaveAttribute('href', 'https://code.example/inkling');
  expect(source.previousElementSibling).toHaveTextContent('Open-source licenses');
});

test('links lead to the built-in pages, or to those of the operator', () => {
  const addresses = () =>
    ['Privacy Policy', 'Terms'].map((name) => screen.getByRole('link', { name }).getAttribute('href'));
  const { unmount } = showPage(<FooterLinks />);
  expect(addresses()).toEqual(['/privacy', '/terms']);
  unmount();
  showPage(<FooterLinks />, {
    links: { privacy: 'https://harbour.example/privacy', terms: 'https://harbour.example/terms', source: null },
  });
  expect(addresses()).toEqual(['https://harbour.example/privacy', 'https://harbour.example/terms']);
});

test('where it is not known whether Deep Dive is set up or only away, both of its sources are named', () => {
  const { unmount } = showPage(<PrivacyPage />, { insightsKind: null });
  expect(screen.getByText(/^AI:/)).toBeVisible();
  expect(screen.getByText(/^Wikipedia:/)).toBeVisible();
  unmount();
  showPage(<PrivacyPage />, { insightsKind: 'passages' });
  expect(screen.queryByText(/^AI:/)).toBeNull();
  expect(screen.getByText(/^Wikipedia:/)).toBeVisible();
});
