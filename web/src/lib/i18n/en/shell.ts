export const shell = {
  home: 'Home',
  create: 'Create',
  you: 'You',
  profile: 'Profile',
  main: 'Main',
  account: 'Account',
  inviteFriends: 'Invite Friends',
  logout: 'Logout',
  skip: 'Skip to content',
} as const;
