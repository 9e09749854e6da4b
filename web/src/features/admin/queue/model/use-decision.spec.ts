import { expect, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { ruleOfText, useDecision, type DecisionBody } from './use-decision';

const rules = [{ text: 'Be kind' }, { text: 'No numbers of people' }];

test('the reported rule is found by its words, whatever number it has by now', () => {
  expect(ruleOfText(rules, { number: 1, text: 'No numbers of people' })).toBe(2);
  expect(ruleOfText(rules, { number: 2, text: 'A rule of last year' })).toBeNull();
  expect(ruleOfText(rules, null)).toBeNull();
});

test('a decision begins with the reported rule, also when the rules arrive later, and keeps what was chosen', () => {
  const { result, rerender } = renderHook(({ rule }) => useDecision(rule), {
    initialProps: { rule: null as number | null },
  });
  rerender({ rule: 2 });
  expect(result.current.rule).toBe(2);
  act(() => result.current.setRule(null));
  expect(result.current.rule).toBeNull();
});

test('every act but dismissing needs a reason', () => {
  const { result } = renderHook(() => useDecision(2));
  const finish = () => {
    let body: DecisionBody | null = null;
    act(() => {
      body = result.current.finish();
    });
    return body;
  };
  act(() => result.current.choose('hide'));
  expect(finish()).toBeNull();
  expect(result.current.problem).toBe('reason');
  act(() => result.current.setReason(' A number. '));
  expect(finish()).toEqual({ act: 'hide', rule: 2, reason: 'A number.' });
  act(() => result.current.choose('dismiss'));
  expect(finish()).toEqual({ act: 'dismiss', rule: 2 });
});
