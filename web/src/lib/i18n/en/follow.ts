export const follow = {
  loading: 'Loading...',
  unavailable: 'Following not available',
  followAt: 'From {time}',
  follow: 'Follow',
  unfollow: 'Unfollow',
  following: 'Following...',
  unfollowing: 'Unfollowing...',
  followed: 'You are now following this user',
  unfollowed: 'You have unfollowed this user',
  error: 'Error',
  followFailed: 'Failed to follow user: {message}',
  unfollowFailed: 'Failed to unfollow user: {message}',
} as const;
