import type { Translation } from '../translation';

export const admin = {
  title: 'Verwaltung',
  short: 'Verwaltung',
  settings: 'Einstellungen',
  pages: 'Seiten',
  announcements: 'Ankündigungen',
  leave: 'Verlassen',
  back: 'Zurück zu Inkling',
  administrator: 'Verwalter',
  moderator: 'Moderator',
  todaySoFar: 'Heute bisher',
  lastWeek: 'in den letzten sieben Tagen',
  asBefore: 'in den letzten sieben Tagen, etwa wie davor',
  moreThanBefore: 'in den letzten sieben Tagen, {percent} mehr als davor',
  lessThanBefore: 'in den letzten sieben Tagen, {percent} weniger als davor',
  barsLabel: '{what} am Tag seit {from}, zwischen {least} und {most}; heute bisher {today}',
  byWeek: '{what} nach Wochen',
  week: 'Woche',
  sum: 'Summe',
  change: 'Änderung',
} as const satisfies Translation['admin'];
