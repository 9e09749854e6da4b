export const time = {
  now: 'now',
  minutes: '{count}m',
  hours: '{count}h',
  days: '{count}d',
  ended: 'Ended {day}',
  daysLeft: { one: '{count} day left', other: '{count} days left' },
  hoursLeft: { one: '{count} hour left', other: '{count} hours left' },
  minutesLeft: { one: '{count} minute left', other: '{count} minutes left' },
  underMinute: 'less than a minute ago',
} as const;
