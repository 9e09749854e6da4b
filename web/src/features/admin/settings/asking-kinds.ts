import type { InstanceSettings } from '@inkling/contracts';
import { t, type MessageKey } from '../../../lib/i18n';

type AskingRule = InstanceSettings['whoMayAsk'];

/** Name and meaning of each rule of who may ask polls. */
export const ASKERS: Record<AskingRule['kind'], readonly [name: MessageKey, about: MessageKey]> = {
  anyone: ['adminInstance.anyone', 'adminInstance.anyoneText'],
  proved: ['adminInstance.proved', 'adminInstance.provedText'],
  'older-than': ['adminInstance.olderThan', 'adminInstance.olderThanText'],
};

/** The rule in words: `After 3 days`. */
export const askerName = ({ kind, days }: AskingRule): string => t(ASKERS[kind][0], { count: days });
