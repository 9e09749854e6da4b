import type { Translation } from '../translation';

export const welcome = {
  label: 'Erste Schritte',
  step: 'Schritt {step} von {count}',
  dismiss: 'Ausblenden',
  topics: 'Wozu wirst du gern gefragt?',
  topicsText: 'Zwei oder drei genügen. Danach richtet sich, welche Umfragen dir vorgeschlagen werden.',
  topicsFailed: 'Deine Themen konnten nicht gespeichert werden',
  people: 'Leute, die Fragen stellen',
  peopleText: 'Folge jemandem, dann kannst du von neuen Umfragen erfahren.',
  poll: 'Probier deinen Stift aus',
  pollText: 'Eine echte Umfrage. Kreuze an und sieh, wie es steht.',
  pollDone: 'Deine Stimme zählt. Weiter unten warten mehr Umfragen.',
  next: 'Weiter',
  skip: 'Überspringen',
  done: 'Fertig',
} as const satisfies Translation['welcome'];
