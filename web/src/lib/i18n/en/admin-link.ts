export const adminLink = {
  title: 'Administration',
} as const;
