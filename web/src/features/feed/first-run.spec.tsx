import '@testing-library/jest-dom/jest-globals';
import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router';
import { templateOf } from '../../lib/poll-template';
import FirstRun from './components/first-run';

const Form = () => <output>{JSON.stringify(templateOf(useLocation().state))}</output>;

function open() {
  render(
    <MemoryRouter>
      <Routes>
        <Route path="/" element={<FirstRun />} />
        <Route path="/create" element={<Form />} />
      </Routes>
    </MemoryRouter>,
  );
}

test('an empty instance offers three questions, a form of one’s own, and a way to invite', () => {
  open();
  expect(screen.getByRole('heading', { name: 'No polls yet' })).toBeVisible();
  expect(screen.getAllByRole('link', { name: /^Use this one/ })).toHaveLength(3);
  expect(screen.getByRole('link', { name: 'Create Poll' })).toHaveAttribute('href', '/create');
  expect(screen.getByRole('button', { name: 'Invite Friends' })).toBeVisible();
});

test('a question is handed to the form with its options', async () => {
  open();
  await userEvent.click(screen.getByRole('link', { name: 'Use this one: Pineapple on pizza?' }));
  expect(JSON.parse(screen.getByRole('status').textContent)).toEqual({
    question: 'Pineapple on pizza?',
    options: ['Yes', 'Never', 'Only cold, at night'],
  });
});

test('a place without a template, or with something else in its state, has none', () => {
  expect([templateOf(null), templateOf({ from: '/home' }), templateOf({ template: { question: 3 } })]).toEqual([
    null,
    null,
    null,
  ]);
});
