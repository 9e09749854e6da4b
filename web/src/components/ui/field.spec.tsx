import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Field, PasswordField } from './field';

const plain = { autocapitalize: 'none', spellcheck: 'false', autocorrect: 'off' };
const attributesOf = (label: string) => {
  const field = screen.getByLabelText(label);
  return Object.fromEntries(Object.keys(plain).map((name) => [name, field.getAttribute(name)]));
};

test('a phone changes nothing in an address or a password, shown or hidden, and may in a sentence', async () => {
  render(
    <>
      <Field label="Email" type="email" />
      <PasswordField label="Password" />
      <Field label="Name" autoCapitalize="words" />
    </>,
  );
  expect([attributesOf('Email'), attributesOf('Password')]).toEqual([plain, plain]);
  await userEvent.click(screen.getByRole('button'));
  expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'text');
  expect(attributesOf('Password')).toEqual(plain);
  expect(attributesOf('Name')).toEqual({ autocapitalize: 'words', spellcheck: null, autocorrect: null });
});
