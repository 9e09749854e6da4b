export const proof = {
  title: 'Is it you?',
  text: 'What you are about to do protects your account, so we ask for your password first. After that, not again for a while.',
  noWay: 'Log out and log in again to do this.',
  confirm: 'Confirm',
  confirming: 'Confirming...',
  passkeyText:
    'What you are about to do protects your account, so we ask for your passkey first. After that, not again for a while.',
  passkey: 'Use a passkey',
  google: 'Confirm with Google',
  empty: 'Please enter your password.',
  wrongPassword: 'This is not your password.',
  otherPerson: 'That is not the account you are logged in with here.',
  failed: 'This could not be confirmed. Please try again.',
} as const;
