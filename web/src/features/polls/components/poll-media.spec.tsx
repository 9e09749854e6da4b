import { beforeAll, expect, test } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PollMedia } from './poll-media';

const INFO = {
  kind: 'image' as const,
  width: 800,
  height: 600,
  thumbhash: null,
  duration: null,
  alt: 'A tram at night',
};
const show = (sensitive: string | null) =>
  render(
    <PollMedia media="/uploads/tram.webp" mediaInfo={INFO} question="Tram?" sensitive={sensitive} locale="en" first />,
  );
// Compiling it takes longer than a search waits.
beforeAll(() => import('../../../components/sensitive-media/sensitive-media'));

const pictures = () => document.querySelectorAll('img, [style*="tram"]');

test('a sensitive picture is not fetched before somebody asks for it, and can be covered again', async () => {
  show('medical');
  const button = await screen.findByRole('button', { name: 'Show the sensitive picture' });
  expect(screen.getByText('Marked by the moderators: medical')).toBeInTheDocument();
  expect(pictures()).toHaveLength(0);
  await userEvent.click(button);
  expect(screen.getByRole('img', { name: 'A tram at night' })).toHaveAttribute('src', '/uploads/tram.webp');
  const cover = screen.getByRole('button', { name: 'Cover the picture again' });
  await waitFor(() => expect(cover).toHaveFocus());
  await userEvent.keyboard('{Enter}');
  expect(pictures()).toHaveLength(0);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Show the sensitive picture' })).toHaveFocus());
  cleanup();
});

test('any other picture shows at once', () => {
  show(null);
  expect(screen.getByRole('img', { name: 'A tram at night' })).toBeInTheDocument();
  expect(screen.queryByText('Sensitive picture')).toBeNull();
  cleanup();
});
