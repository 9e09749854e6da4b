export const profileForm = {
  name: 'Name',
  username: 'Username',
  nameEmpty: 'Name cannot be empty',
  usernameEmpty: 'Username cannot be empty',
  usernameSpaces: 'Username cannot contain spaces',
  takenTitle: 'Username already exists.',
  takenText: 'This username is already taken. Please try another username.',
  authIssue: 'Authentication issue',
  authIssueText: 'There was a problem with your session. Please log in again.',
  connection: 'Connection issue',
} as const;
