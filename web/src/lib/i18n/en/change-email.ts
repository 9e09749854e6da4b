export const changeEmail = {
  change: 'Change email',
  newEmail: 'New email',
  hint: 'It gets a link. Your address changes when you open it and confirm.',
  send: 'Send link',
  sending: 'Sending...',
  sent: 'Look for the link',
  sentText: 'If {email} can be used, a link is on its way there. Until you confirm, nothing changes.',
} as const;
