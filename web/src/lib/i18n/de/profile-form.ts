import type { Translation } from '../translation';

export const profileForm = {
  name: 'Name',
  username: 'Benutzername',
  nameEmpty: 'Der Name darf nicht leer sein',
  usernameEmpty: 'Der Benutzername darf nicht leer sein',
  usernameSpaces: 'Der Benutzername darf keine Leerzeichen enthalten',
  takenTitle: 'Den Benutzernamen gibt es schon.',
  takenText: 'Dieser Benutzername ist schon vergeben. Bitte versuche es mit einem anderen.',
  authIssue: 'Problem mit der Anmeldung',
  authIssueText: 'Mit deiner Sitzung stimmt etwas nicht. Bitte melde dich noch einmal an.',
  connection: 'Verbindungsproblem',
} as const satisfies Translation['profileForm'];
