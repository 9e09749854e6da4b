export const media = {
  play: 'Play',
  pause: 'Pause',
  mute: 'Mute',
  unmute: 'Unmute',
  open: 'Open picture',
  picture: 'Picture',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
} as const;
