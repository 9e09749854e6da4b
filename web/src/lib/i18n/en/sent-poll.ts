export const sentPoll = {
  title: 'The poll you were sent',
  tapToVote: 'Tap your answer. It counts once you have an account.',
} as const;
