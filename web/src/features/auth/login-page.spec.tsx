import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { showPage } from '../../lib/server-config.spec-support';
import LoginPage from './login-page';

test('a new password has its rule under it before anything is sent, and an old one has none', async () => {
  showPage(<LoginPage />);
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription('At least 6 characters.');
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
  expect(screen.getByLabelText('Password')).not.toHaveAccessibleDescription();
  expect(screen.queryByText('At least 6 characters.')).toBeNull();
});

test('where Google is not set up, its button says so in development and is absent in production', () => {
  const { unmount } = showPage(<LoginPage />, { environment: 'development' });
  const button = screen.getByRole('button', { name: 'Continue with Google' });
  expect(button).toBeDisabled();
  expect(button).toHaveAccessibleDescription('Signing in with Google is not available here.');
  unmount();
  showPage(<LoginPage />, { environment: 'production' });
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull();
});
