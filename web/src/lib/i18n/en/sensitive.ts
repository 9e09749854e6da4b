export const sensitive = {
  picture: 'Sensitive picture',
  video: 'Sensitive video',
  marked: 'Marked by the moderators',
  markedAs: 'Marked by the moderators: {why}',
  show: 'Show',
  showPicture: 'Show the sensitive picture',
  showVideo: 'Show the sensitive video',
  coverPicture: 'Cover the picture again',
  coverVideo: 'Cover the video again',
} as const;
