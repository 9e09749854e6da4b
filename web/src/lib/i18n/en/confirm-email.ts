export const confirmEmail = {
  title: 'Confirm your email to vote',
  text: 'Every vote here comes from a confirmed address, so that one person is one vote. We have sent a link to {email}: open it, then vote.',
  sendAgain: 'Send the link again',
  later: 'Not now',
  send: 'Send confirmation link',
  sending: 'Sending...',
  sent: 'Confirmation link sent',
  sentText: 'Look for it in {email}.',
  sendFailed: 'The link was not sent',
} as const;
