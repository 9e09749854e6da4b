export const feed = {
  title: 'Home',
  empty: 'No polls yet',
  create: 'Create Poll',
  failed: 'Failed to load polls. Please try again.',
} as const;
