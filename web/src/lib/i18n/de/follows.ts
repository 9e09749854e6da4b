import type { Translation } from '../translation';

export const follows = {
  followersTitle: 'Follower von {name}',
  followingTitle: '{name} folgt',
  followers: 'Follower',
  following: 'Gefolgt',
  noFollowers: 'Noch keine Follower',
  noFollowing: 'Folgt noch niemandem',
  find: 'Leute finden',
  followersFailed: 'Die Follower konnten nicht geladen werden',
  followingFailed: 'Die Liste konnte nicht geladen werden',
  loading: 'Personen werden geladen',
  back: 'Zurück zum Profil',
  remove: 'Entfernen',
  more: 'Mehr zu {name}',
  removeNamed: '{name} entfernen',
  removed: 'Follower entfernt',
  error: 'Fehler',
  removeFailed: 'Der Follower konnte nicht entfernt werden: {message}',
} as const satisfies Translation['follows'];
