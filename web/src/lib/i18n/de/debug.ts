import type { Translation } from '../translation';

export const debug = {
  title: 'WebSocket-Diagnose',
  status: 'Verbindungsstatus',
  connected: 'Verbunden',
  disconnected: 'Getrennt',
  reconnect: 'Neu verbinden',
  targetUser: 'ID der Zielperson',
  sendTest: 'Testmitteilung senden',
  poll: 'ID der Umfrage',
  castVote: 'Teststimme abgeben',
  lastMessage: 'Letzte Nachricht',
  noMessages: 'Noch keine Nachrichten empfangen',
  error: 'Fehler',
  needUser: 'Bitte gib die ID der Zielperson ein',
  needPoll: 'Bitte gib die ID einer Umfrage ein',
  sent: 'Testmitteilung gesendet',
  voted: 'Teststimme abgegeben',
  votedText: 'Antwort {option} der Umfrage {poll}',
  notificationFailed: 'Die Testmitteilung konnte nicht erstellt werden',
  voteFailed: 'Die Teststimme konnte nicht abgegeben werden',
} as const satisfies Translation['debug'];
