export const secondStep = {
  title: 'One more step',
  text: 'Enter the six figures that your authenticator app shows for Inkling.',
  code: 'Six figures',
  six: 'The code has six figures.',
  wrong: 'This code is not right, or it has been used already. The app shows a new one every 30 seconds.',
  useRecovery: 'Use a recovery code',
  recoveryText: 'Enter one of the recovery codes that you kept. Each works once.',
  recoveryCode: 'Recovery code',
  empty: 'Please enter a recovery code.',
  useCode: 'Use the app instead',
  checking: 'Checking...',
} as const;
