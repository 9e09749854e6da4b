import type { Translation } from '../translation';

export const sentPoll = {
  title: 'Die Umfrage, die du bekommen hast',
  tapToVote: 'Tippe deine Antwort an. Sie zählt, sobald du ein Konto hast.',
} as const satisfies Translation['sentPoll'];
