import type { PushMessage } from './push-message.js';

export type SenderName = 'fcm' | 'web-push';

/** One device. */
export interface PushTarget {
  readonly id: number;
  readonly token: string;
}

/** The result of sending a message to one device. */
export type PushOutcome =
  | { readonly is: 'sent' }
  /** The device will never accept a message again; its token is removed. */
  | { readonly is: 'dead' }
  /** This message will never be accepted; the next one may be. */
  | { readonly is: 'refused'; readonly reason: string }
  /** Unreachable, busy or rate limited: to be retried, not before `afterMs` milliseconds. */
  | { readonly is: 'later'; readonly reason: string; readonly afterMs?: number };

/** A way to reach devices, implemented for FCM and for Web Push. */
export interface PushSender {
  readonly name: SenderName;
  /**
   * Checks a token.
   * @returns the identity of the device, equal for all spellings of its token
   * @throws ApiError `invalid-request` for a text that is not a token of this sender
   */
  identify(token: string): string;
  /** Returns one outcome per target, in their order. Never throws, and ends within 30 seconds. */
  send(targets: readonly PushTarget[], message: PushMessage): Promise<PushOutcome[]>;
  close(): Promise<void>;
}

/** Injection token of the configured senders, by name. */
export const PUSH_SENDERS = Symbol('push-senders');
export type PushSenders = ReadonlyMap<SenderName, PushSender>;
