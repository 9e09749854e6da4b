import type { Translation } from '../translation';

export const follow = {
  loading: 'Wird geladen …',
  unavailable: 'Folgen nicht verfügbar',
  followAt: 'Ab {time}',
  follow: 'Folgen',
  unfollow: 'Entfolgen',
  following: 'Folgen …',
  unfollowing: 'Entfolgen …',
  followed: 'Du folgst dieser Person jetzt',
  unfollowed: 'Du folgst dieser Person nicht mehr',
  error: 'Fehler',
  followFailed: 'Folgen hat nicht geklappt: {message}',
  unfollowFailed: 'Entfolgen hat nicht geklappt: {message}',
} as const satisfies Translation['follow'];
