import { formatNumber } from '../../../lib/i18n/format';

/** A count as text; a dash where its service did not answer. */
export const countOrDash = (count: number | null): string => (count === null ? '–' : formatNumber(count));
