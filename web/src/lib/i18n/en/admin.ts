export const admin = {
  title: 'Administration',
  short: 'Admin',
  leave: 'Leave',
  back: 'Back to Inkling',
  administrator: 'Administrator',
  moderator: 'Moderator',
} as const;
