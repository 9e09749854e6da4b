export const session = {
  logoutFailed: 'Logout failed',
  tryAgain: 'Please try again.',
} as const;
