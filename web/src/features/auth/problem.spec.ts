import { describe, expect, test } from '@jest/globals';
import { ApiFailure } from '../../lib/api';
import { EmailInUse } from './api/signup';
import { explain } from './explain';
import { checkFields } from './problem';

const refused = (code: string, message = 'from the server', status = 401) =>
  new ApiFailure(status, code, message, { message, code });

describe('before anything is sent', () => {
  test('both fields are needed', () => {
    expect(checkFields('signup', '', 'inklings', true)).toMatchObject({
      title: 'Missing information',
      description: 'Please fill in all required fields.',
      field: 'email',
    });
    expect(checkFields('login', 'a@b.example', '', true)).toMatchObject({
      title: 'Missing information',
      field: 'password',
    });
  });

  test('the email has the form of one, and a new password six characters', () => {
    expect(checkFields('login', 'a@', 'x', false)).toMatchObject({
      title: 'Login failed',
      description: 'Please enter a valid email address.',
    });
    expect(checkFields('signup', 'a@b.example', '12345', true)).toMatchObject({
      title: 'Signup failed',
      description: 'Password is too weak. Please use at least 6 characters.',
    });
    expect(checkFields('login', 'a@b.example', '12345', true)).toBeNull();
  });
});

describe('what the server refused', () => {
  test.each([
    ['auth/invalid-email', 'Please enter a valid email address.'],
    ['auth/weak-password', 'Password is too weak. Please use at least 6 characters.'],
    ['auth/wrong-password', 'Incorrect password for this email.'],
    ['auth/too-many-requests', 'Too many failed login attempts. Please try again later or reset your password.'],
  ])('%s', (code, sentence) => {
    expect(explain(refused(code), 'login', false)).toMatchObject({
      title: 'Login failed',
      description: sentence,
      inline: sentence,
    });
  });

  test('an unknown email switches to signup', () => {
    expect(explain(refused('auth/user-not-found'), 'login', false)).toMatchObject({
      description: 'No account found with this email. Please sign up instead.',
      switchTo: 'signup',
    });
  });

  test('an email in use switches to login, and names Google only where Google exists', () => {
    const taken = new EmailInUse('auth/invalid-credential');
    expect(explain(taken, 'signup', false)).toMatchObject({
      title: 'Signup failed',
      description: 'This email is already in use. If you already have an account, please log in instead.',
      inline: 'This email is already registered. Please log in instead.',
      switchTo: 'login',
    });
    expect(explain(taken, 'signup', true)).toMatchObject({
      description:
        'This email is already associated with a Google account. ' +
        'Please use the "Continue with Google" button to sign in.',
      inline: 'This email is associated with a Google account. Try signing in with Google instead.',
      google: true,
    });
    expect(explain(new EmailInUse('auth/wrong-password'), 'signup', true).switchTo).toBe('login');
  });

  test('invalid credentials advise Google only where it exists', () => {
    const sentence = 'This email may be registered with a different sign-in method.';
    expect(explain(refused('auth/invalid-credential'), 'login', true).description).toBe(
      `${sentence} Try signing in with Google instead.`,
    );
    expect(explain(refused('auth/invalid-credential'), 'login', false).description).toBe(sentence);
  });

  test("any other refusal shows the server's sentence", () => {
    expect(explain(refused('internal', 'The mail server is away.', 500), 'signup', false).description).toBe(
      'The mail server is away.',
    );
    expect(explain(refused('unknown', 'unique constraint on email', 500), 'signup', false).description).toBe(
      'This email address is already registered. Please log in instead.',
    );
    expect(explain(new Error('x'), 'login', false).description).toBe('Authentication failed');
  });
});
