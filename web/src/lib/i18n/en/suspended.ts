export const suspended = {
  page: 'Account suspended',
  closedUntil: 'Closed until {day}',
  closed: 'Closed',
  title: 'Your account is suspended',
  until: 'Until {when}.',
  forGood: 'For good.',
  rule: 'The rule: {rule}',
  moderators: 'The moderators',
  export: 'Export my data',
  logOut: 'Log out',
  open: 'Reading, voting and asking are closed. Export and deletion stay open to you.',
};
