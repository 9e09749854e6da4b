export const shell = {
  home: 'Home',
  search: 'Search',
  create: 'Create',
  you: 'You',
  profile: 'Profile',
  main: 'Main',
  account: 'Account',
  inviteFriends: 'Invite Friends',
  settings: 'Settings',
  logout: 'Logout',
  skip: 'Skip to content',
  offline: 'You are offline. What you see may be out of date.',
} as const;
