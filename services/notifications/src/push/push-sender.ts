import type { PushMessage } from './push-message.js';

export type SenderName = 'fcm' | 'web-push';

/** One device. */
export interface PushTarget {
  readonly id: number;
  readonly token: string;
}

/** What became of a message to one device. */
export type PushOutcome =
  | { readonly is: 'sent' }
  /** The device will never take a message again; its token goes. */
  | { readonly is: 'dead' }
  /** This message will never be taken, the next may be. */
  | { readonly is: 'refused'; readonly reason: string }
  /** Away, busy or too many: later, and not before what the other side asked for. */
  | { readonly is: 'later'; readonly reason: string; readonly afterMs?: number };

/** A way to reach devices. Two adapters: FCM and Web Push. */
export interface PushSender {
  readonly name: SenderName;
  /**
   * Whether this is a token that could be sent to.
   * @returns what identifies the device, however its token is written
   * @throws ApiError `invalid-request`
   */
  identify(token: string): string;
  /** One outcome for each target, in their order. Never throws, and ends within 30 seconds. */
  send(targets: readonly PushTarget[], message: PushMessage): Promise<PushOutcome[]>;
  close(): Promise<void>;
}

/** Injection token of the senders that are set up, by name. */
export const PUSH_SENDERS = Symbol('push-senders');
export type PushSenders = ReadonlyMap<SenderName, PushSender>;
