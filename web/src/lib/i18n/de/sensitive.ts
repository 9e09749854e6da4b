import type { Translation } from '../translation';

export const sensitive = {
  picture: 'Heikles Bild',
  video: 'Heikles Video',
  marked: 'Von der Moderation markiert',
  markedAs: 'Von der Moderation markiert: {why}',
  show: 'Zeigen',
  showPicture: 'Das heikle Bild zeigen',
  showVideo: 'Das heikle Video zeigen',
  coverPicture: 'Das Bild wieder abdecken',
  coverVideo: 'Das Video wieder abdecken',
} as const satisfies Translation['sensitive'];
