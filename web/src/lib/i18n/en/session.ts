export const session = {
  logoutFailed: 'Logout failed',
  tryAgain: 'Please try again.',
  authRequired: 'Authentication required. Please log in.',
  notLoggedIn: 'Authentication required',
} as const;
