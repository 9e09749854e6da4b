import { solveChallenge } from 'altcha-lib';
import type { WorkChallenge } from '@inkling/contracts';
import { deriveKey } from './derive-key';

addEventListener('message', ({ data }: MessageEvent<WorkChallenge>) => {
  void solveChallenge({ challenge: data, deriveKey }).then((solution) => postMessage(solution));
});
