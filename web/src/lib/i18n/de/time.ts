import type { Translation } from '../translation';

export const time = {
  now: 'jetzt',
  minutes: '{count} Min.',
  hours: '{count} Std.',
  days: '{count} T.',
  ended: 'Beendet am {day}',
  daysLeft: { one: 'noch {count} Tag', other: 'noch {count} Tage' },
  hoursLeft: { one: 'noch {count} Stunde', other: 'noch {count} Stunden' },
  minutesLeft: { one: 'noch {count} Minute', other: 'noch {count} Minuten' },
  underMinute: 'vor weniger als einer Minute',
} as const satisfies Translation['time'];
