import { dateFormat } from '../../../../lib/i18n/format';

const format = dateFormat({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }, 'en-GB');

/** `21 Nov, 14:42`, in the browser's time zone. */
export const moment = (instant: string): string => format(new Date(instant));
