import { expect, test } from '@jest/globals';
import { hasTrackingParameters } from './tracking';

test.each(['?fbclid=x', '?gclid=', '?a=1&utm_source=mail', '?utm_=1', 'utm_campaign=autumn'])(
  '%s carries tracking parameters',
  (search) => {
    expect(hasTrackingParameters(search)).toBe(true);
  },
);

test.each(['', '?', '?tab=saved', '?q=utm_source', '?futm_source=1', '?UTM_SOURCE=1'])('%s carries none', (search) => {
  expect(hasTrackingParameters(search)).toBe(false);
});
