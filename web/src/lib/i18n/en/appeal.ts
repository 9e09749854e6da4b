export const appeal = {
  title: 'Appeal this decision',
  text: 'Somebody who did not decide before reads it, where there is somebody. The answer is final.',
  words: 'Why should it be seen again?',
  count: '{used} of {most}',
  send: 'Send appeal',
  sending: 'Sending...',
  notNow: 'Not now',
  needed: 'Say in a few words why.',
  tooLong: 'The words are too long.',
  sent: 'Your appeal was sent',
  sentText: 'You get the answer as a notification.',
  failed: 'The appeal could not be sent',
} as const;
