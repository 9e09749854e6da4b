import { beforeEach, expect, test } from '@jest/globals';
import { act, renderHook, type RenderHookResult } from '@testing-library/react';
import { dismissToast, toast, useShownToast, type ShownToast } from './toast';

let result: RenderHookResult<ShownToast | null, unknown>['result'];
const dismiss = () => act(() => dismissToast(result.current?.id ?? 0));
// Unmounts what a test has rendered.
beforeEach(() => {
  ({ result } = renderHook(() => useShownToast()));
  while (result.current) dismiss();
});

test('what a person does replaces the message on screen; what comes from elsewhere waits for its end', () => {
  act(() => toast({ title: 'Vote Recorded' }));
  act(() => toast({ title: 'New Notification', background: true }));
  expect(result.current?.title).toBe('Vote Recorded');
  act(() => toast({ title: 'Poll Saved' }));
  expect(result.current?.title).toBe('Poll Saved');
  dismiss();
  expect(result.current?.title).toBe('New Notification');
  dismiss();
  expect(result.current).toBeNull();
});

test('the same message from elsewhere does not come twice in a row', () => {
  act(() => toast({ title: 'New Notification', background: true }));
  act(() => toast({ title: 'New Notification', background: true }));
  dismiss();
  expect(result.current).toBeNull();
});
