import type { InsightKind, InsightPassage } from '@inkling/contracts';
import type { PollWording } from '../polls/poll-lookup.js';

/** The text that a source provides for a poll. */
export interface DeepDive {
  /** Plain text, with paragraphs separated by newlines; empty only if nothing was found. */
  readonly text: string;
  readonly sources: readonly string[];
  /** Empty unless the source's kind is `passages`. */
  readonly passages: readonly InsightPassage[];
}

/** A source of Deep Dives. An installation has one, or none. */
export abstract class DeepDiveSource {
  /** Null if Deep Dive is switched off. */
  abstract readonly kind: InsightKind | null;
  /** The name of a model or a host, which is stored with the text. */
  abstract readonly name: string;
  /** Whether it cannot be used now: switched off, unreachable, or paused at its own request. */
  abstract readonly unavailable: boolean;

  /** Whether a Deep Dive can be offered now. */
  abstract offered(): Promise<boolean>;

  /** @throws ProviderFailure if there is no usable answer before the timeout */
  abstract write(poll: PollWording, signal: AbortSignal): Promise<DeepDive>;
}

/** Offers nothing; stored texts can still be read. */
export class NoSource extends DeepDiveSource {
  readonly kind = null;
  readonly name = 'none';
  readonly unavailable = true;

  offered(): Promise<boolean> {
    return Promise.resolve(false);
  }

  write(): Promise<never> {
    return Promise.reject(new Error('Deep Dive is switched off'));
  }
}
