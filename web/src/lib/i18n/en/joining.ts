export const joining = {
  code: 'Invitation code',
  codeHint: 'Sign-up is by invitation: someone here has to ask you in.',
  closedHint: 'Nobody new can join for now, except with an invitation of the operator.',
  approvalHint: 'A moderator reads every request.',
  waitingTitle: 'Your request is on the table',
  waitingText: 'Sent {day}. We write to {email} when it is decided.',
  waitingUnmailed: 'Sent {day}. Come back to see what was decided.',
  takeBack: 'Take the request back',
  takenBack: 'Your request is taken back, and your account is deleted.',
  notTakenBack: 'The request could not be taken back',
} as const;
