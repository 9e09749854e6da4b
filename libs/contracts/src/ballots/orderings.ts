import { POLL_OPTIONS_MAX } from '../constants.js';

/** How many orders of `length` out of `from` options there are. */
const ordersOf = (from: number, length: number): number => (length === 0 ? 1 : from * ordersOf(from - 1, length - 1));

/** For each length, the place of its first order. */
const STARTS = [0, 0];
for (let length = 1; length <= POLL_OPTIONS_MAX; length += 1)
  STARTS.push(STARTS[length]! + ordersOf(POLL_OPTIONS_MAX, length));

/** How many orders of one to six options there are: 1,956. */
export const ORDERS = STARTS[POLL_OPTIONS_MAX + 1]!;

/**
 * For each length from 1 on, the place of its first order and how many of its orders begin with the same option. Orders
 * of equal length follow by their first option.
 */
export const ORDER_LENGTHS: readonly { readonly start: number; readonly perFirst: number }[] = Array.from(
  { length: POLL_OPTIONS_MAX },
  (_, index) => ({ start: STARTS[index + 1]!, perFirst: ordersOf(POLL_OPTIONS_MAX - 1, index) }),
);

const unusedBelow = (option: number, used: readonly number[]): number =>
  option - used.filter((other) => other < option).length;

/**
 * The place of an order in the list of all orders of up to six options: the shorter ones first, equally long ones by
 * their options from the first on. The places 0 to 5 are the single options. A place does not depend on how many
 * options a poll has.
 * @param order one to six different options, each from 0 to 5
 */
export function place(order: readonly number[]): number {
  const { length } = order;
  return order.reduce(
    (sum, option, index) =>
      sum + unusedBelow(option, order.slice(0, index)) * ordersOf(POLL_OPTIONS_MAX - index - 1, length - index - 1),
    STARTS[length]!,
  );
}

/**
 * The order at a place of that list.
 * @param at from 0 to ORDERS - 1
 */
export function orderAt(at: number): number[] {
  const length = STARTS.findLastIndex((start) => start <= at);
  const unused = Array.from({ length: POLL_OPTIONS_MAX }, (_, option) => option);
  let rest = at - STARTS[length]!;
  return Array.from({ length }, (_, index) => {
    const each = ordersOf(POLL_OPTIONS_MAX - index - 1, length - index - 1);
    const [option] = unused.splice(Math.floor(rest / each), 1);
    rest %= each;
    return option!;
  });
}
