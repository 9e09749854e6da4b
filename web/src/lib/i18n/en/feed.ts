export const feed = {
  title: 'Home',
  recent: 'Recent Polls',
  newPoll: ', new poll',
  empty: 'No polls yet',
  create: 'Create Poll',
  failed: 'Failed to load polls. Please try again.',
} as const;
