export const hiddenNote = {
  poll: 'Only you see this poll',
  text: 'The moderators have hidden it. What was counted is kept.',
  reason: 'Their reason is in your notifications',
} as const;
