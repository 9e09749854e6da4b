import type { Translation } from '../translation';

export const media = {
  play: 'Abspielen',
  pause: 'Anhalten',
  mute: 'Ton aus',
  unmute: 'Ton an',
} as const satisfies Translation['media'];
