export { inWaves, outcome, tally } from './calls.js';
export { eventually, type EventuallyOptions } from './eventually.js';
export { EventFeed } from './event-feed.js';
export { processorTime } from './processor-time.js';
export { startStack, type Stack, type StackOptions } from './stack.js';
export { OtlpCollector, type ExportedSpan } from './stand-ins/otlp-collector.js';
export { PushService, tokenOf } from './stand-ins/push-service.js';
export { ResponsesServer, startResponsesServer, type Asked, type Scripted } from './stand-ins/responses-server.js';
export { SmtpServer, type Delivered } from './stand-ins/smtp-server.js';
