export { eventually, type EventuallyOptions } from './eventually.js';
export { EventFeed } from './event-feed.js';
export { startStack, type Stack, type StackOptions } from './stack.js';
