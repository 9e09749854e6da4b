import type { Translation } from '../translation';

export const media = {
  play: 'Abspielen',
  pause: 'Anhalten',
  mute: 'Ton aus',
  unmute: 'Ton an',
  open: 'Bild öffnen',
  picture: 'Bild',
  zoomIn: 'Vergrößern',
  zoomOut: 'Verkleinern',
} as const satisfies Translation['media'];
