export { eventually, type EventuallyOptions } from './eventually.js';
export { startStack, type Stack, type StackOptions } from './stack.js';
