import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { showPage } from '../../lib/server-config.spec-support';
import HelpPage from './help-page';

const operator = {
  name: 'Harbour Polls',
  email: 'help@harbour.example',
  social: ['https://www.instagram.com/harbour', 'https://social.harbour.example/@polls'],
};

test('help shows an address and social networks where the operator gives them, and none otherwise', () => {
  const { container, unmount } = showPage(<HelpPage />);
  expect([
    container.querySelector('a[href^="mailto:"]'),
    container.querySelector('.social'),
    screen.queryByText('Follow us'),
  ]).toEqual([null, null, null]);
  unmount();
  showPage(<HelpPage />, { operator });
  expect(screen.getByRole('link', { name: 'help@harbour.example' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: 'Instagram' })[0]).toHaveAttribute(
    'href',
    'https://www.instagram.com/harbour',
  );
  expect(screen.getAllByRole('link', { name: 'social.harbour.example' })[0]).toBeVisible();
});
