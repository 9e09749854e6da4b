import { expect, it } from '@jest/globals';
import { waitingTime } from './waiting-time.js';

it.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [721, '13 minutes'],
  [7_199, '120 minutes'],
  [7_200, '2 hours'],
  [172_799, '48 hours'],
  [500_000, '6 days'],
])('%d seconds read as %s', (seconds, words) => expect(waitingTime(seconds)).toBe(words));
