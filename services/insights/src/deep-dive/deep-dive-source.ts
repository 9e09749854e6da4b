import type { InsightKind, InsightPassage } from '@inkling/contracts';
import type { PollText } from '../polls/poll-lookup.js';

/** What a source gives for one poll. */
export interface DeepDive {
  /** Plain text, paragraphs separated by newlines; empty only where nothing was found. */
  readonly text: string;
  readonly sources: readonly string[];
  /** Empty unless the source's kind is `passages`. */
  readonly passages: readonly InsightPassage[];
}

/** Where Deep Dives come from; the installation has one, or none. */
export abstract class DeepDiveSource {
  /** Null where Deep Dive is switched off. */
  abstract readonly kind: InsightKind | null;
  /** Stored beside the text: a model's name, or a host. */
  abstract readonly name: string;
  /** Cannot be asked now: switched off, not to be reached, or it wants no calls for a while. */
  abstract readonly unavailable: boolean;

  /** Whether a Deep Dive can be offered now. */
  abstract offered(): Promise<boolean>;

  /** @throws ProviderFailure when there is no usable answer within the time limit */
  abstract write(poll: PollText, signal: AbortSignal): Promise<DeepDive>;
}

/** Nothing is offered; texts that are stored can still be read. */
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
