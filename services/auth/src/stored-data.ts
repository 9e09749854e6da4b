import { copyOfSettings, type StoredData } from '@inkling/platform';
import type { Tables } from './tables.js';

/** What auth stores about people, why and for how long (ADR 29). */
export const storedData: StoredData<Tables> = {
  accounts: {
    about: 'people',
    holds: {
      en: 'Email, name, username, picture, and the hash of the password. No password.',
      de: 'E-Mail, Name, Benutzername, Bild und der Hash des Passworts. Kein Passwort.',
    },
    why: {
      en: 'To sign you in and to show others who you are.',
      de: 'Um dich anzumelden und anderen zu zeigen, wer du bist.',
    },
    kept: { for: 'account' },
    exported: 'profile.json',
  },
  held_usernames: {
    about: 'people',
    holds: {
      en: 'Usernames that you gave up.',
      de: 'Benutzernamen, die du aufgegeben hast.',
    },
    why: {
      en: 'So that nobody takes your former name at once.',
      de: 'Damit niemand sofort deinen früheren Namen nimmt.',
    },
    kept: { days: 30, task: 'Removing expired rows' },
    exported: 'profile.json',
  },
  action_tokens: {
    about: 'people',
    holds: {
      en: 'Hashes of the links in mails that were sent to you.',
      de: 'Hashes der Links in E-Mails, die dir geschickt wurden.',
    },
    why: {
      en: 'To recognize the link when you open it.',
      de: 'Um den Link zu erkennen, wenn du ihn öffnest.',
    },
    kept: { days: 31, task: 'Removing expired rows' },
    exported: { not: 'Only hashes of secrets.' },
  },
  sessions: {
    about: 'people',
    holds: {
      en: 'Where you are signed in: the browser and when it was last used.',
      de: 'Wo du angemeldet bist: der Browser und wann er zuletzt benutzt wurde.',
    },
    why: {
      en: 'To keep you signed in, and to let you end it.',
      de: 'Damit du angemeldet bleibst und das beenden kannst.',
    },
    kept: { setting: 'AUTH_REFRESH_TOKEN_SECONDS', task: 'Removing expired rows' },
    exported: 'sessions.json',
  },
  refresh_tokens: {
    about: 'people',
    holds: {
      en: 'Hashes of the keys that renew a session.',
      de: 'Hashes der Schlüssel, die eine Sitzung erneuern.',
    },
    why: {
      en: 'To keep you signed in.',
      de: 'Damit du angemeldet bleibst.',
    },
    kept: { setting: 'AUTH_REFRESH_TOKEN_SECONDS', task: 'Removing expired rows' },
    exported: { not: 'Only hashes of secrets.' },
  },
  one_time_codes: {
    about: 'people',
    holds: {
      en: 'The secret that you share with your authenticator app, encrypted.',
      de: 'Das Geheimnis, das du mit deiner Authenticator-App teilst, verschlüsselt.',
    },
    why: {
      en: 'To check the codes that you sign in with.',
      de: 'Um die Codes zu prüfen, mit denen du dich anmeldest.',
    },
    kept: { for: 'content' },
    exported: { not: 'A secret that signs in.' },
  },
  recovery_codes: {
    about: 'people',
    holds: {
      en: 'Hashes of your recovery codes.',
      de: 'Hashes deiner Wiederherstellungscodes.',
    },
    why: {
      en: 'To let you in when your phone is gone.',
      de: 'Um dich hereinzulassen, wenn dein Handy weg ist.',
    },
    kept: { for: 'content' },
    exported: { not: 'Only hashes of secrets.' },
  },
  rate_limits: {
    about: 'people',
    holds: {
      en: 'How often a network or an email tried to sign in lately. The email as a hash.',
      de: 'Wie oft sich ein Netz oder eine E-Mail zuletzt anmelden wollte. Die E-Mail als Hash.',
    },
    why: {
      en: 'To stop guessing of passwords.',
      de: 'Um das Erraten von Passwörtern zu verhindern.',
    },
    kept: { setting: 'AUTH_SIGNUP_WINDOW_SECONDS', task: 'Removing expired rows' },
    exported: { not: 'Belongs to networks, not to people.' },
    networks: true,
  },
  exports: {
    about: 'people',
    holds: {
      en: 'When you asked for your data, and where the file is.',
      de: 'Wann du deine Daten angefordert hast und wo die Datei liegt.',
    },
    why: {
      en: 'To make the file, and to delete it after a week.',
      de: 'Um die Datei zu erstellen und nach einer Woche zu löschen.',
    },
    kept: { days: 30, task: 'Removing expired rows' },
    exported: { not: 'Describes the file itself.' },
  },
  passkeys: {
    about: 'people',
    holds: {
      en: 'Your passkeys: the public half, the name that you gave it, and when it was made and used.',
      de: 'Deine Passkeys: der öffentliche Teil, der Name von dir und wann er erstellt und benutzt wurde.',
    },
    why: {
      en: 'To sign you in without a password.',
      de: 'Um dich ohne Passwort anzumelden.',
    },
    kept: { for: 'account' },
    exported: { not: 'Keys for signing in, which the settings list.' },
  },
  passkey_handles: {
    about: 'people',
    holds: {
      en: 'A random name by which your devices know your account.',
      de: 'Ein zufälliger Name, unter dem deine Geräte dein Konto kennen.',
    },
    why: {
      en: 'So that a passkey says nothing about you.',
      de: 'Damit ein Passkey nichts über dich sagt.',
    },
    kept: { for: 'account' },
    exported: { not: 'A random name.' },
  },
  passkey_challenges: {
    about: 'people',
    holds: {
      en: 'Hashes of what a device is asked to sign.',
      de: 'Hashes von dem, was ein Gerät unterschreiben soll.',
    },
    why: {
      en: 'So that nobody uses an answer twice.',
      de: 'Damit niemand eine Antwort zweimal benutzt.',
    },
    kept: { setting: 'AUTH_PASSKEY_CHALLENGE_SECONDS', task: 'Removing expired rows' },
    exported: { not: 'Only hashes of secrets.' },
  },
  email_changes: {
    about: 'people',
    holds: {
      en: 'A new address that waits for you to confirm it, and the hash of its link.',
      de: 'Eine neue Adresse, die auf deine Bestätigung wartet, und der Hash ihres Links.',
    },
    why: {
      en: 'To change your address when you open the link.',
      de: 'Um deine Adresse zu ändern, wenn du den Link öffnest.',
    },
    kept: { days: 31, task: 'Removing expired rows' },
    exported: { not: 'An address that may not be yours.' },
  },
  former_emails: {
    about: 'people',
    holds: {
      en: 'An address that you gave up, and the hash of the link that restores it.',
      de: 'Eine Adresse, die du aufgegeben hast, und der Hash des Links, der sie zurückholt.',
    },
    why: {
      en: 'So that you get your account back if somebody else changed the address.',
      de: 'Damit du dein Konto zurückbekommst, wenn jemand anderes die Adresse geändert hat.',
    },
    kept: { days: 37, task: 'Removing expired rows' },
    exported: { not: 'Kept for the link alone.' },
  },
  known_places: {
    about: 'people',
    holds: {
      en: 'Keyed hashes of browsers and coarse networks that you signed in from. Neither can be read from them.',
      de: 'Hashes mit Schlüssel von Browsern und groben Netzen, von denen du dich angemeldet hast. Lesbar ist keines davon.',
    },
    why: {
      en: 'To tell you of a sign-in from somewhere else.',
      de: 'Um dir eine Anmeldung von woanders zu melden.',
    },
    kept: { setting: 'AUTH_KNOWN_PLACE_SECONDS', task: 'Removing expired rows' },
    exported: { not: 'Only keyed hashes.' },
  },
  moderated_people: {
    about: 'people',
    holds: {
      en: 'Whether your account is suspended, until when, and why.',
      de: 'Ob dein Konto gesperrt ist, bis wann und warum.',
    },
    why: {
      en: 'To keep a suspended account closed, and to tell you why it is.',
      de: 'Um ein gesperrtes Konto geschlossen zu halten und dir zu sagen, warum.',
    },
    kept: { for: 'account' },
    exported: 'profile.json',
  },
  account_deletions: {
    about: 'people',
    holds: {
      en: 'When you asked for the deletion of your account, and when it was done. Your email until then.',
      de: 'Wann du die Löschung deines Kontos verlangt hast und wann sie fertig war. Bis dahin deine E-Mail.',
    },
    why: {
      en: 'To delete it on its day, to tell you, and to repeat it if an older state has to be restored.',
      de: 'Um es an seinem Tag zu löschen, es dir zu sagen und es zu wiederholen, falls ein älterer Stand zurückkommt.',
    },
    kept: { for: 'ever' },
    exported: { not: 'Begins when the account ends.' },
  },
  account_deletion_confirmations: {
    about: 'nobody',
    holds: 'Which parts of the server have confirmed that a deletion is done.',
    kept: { for: 'ever' },
  },
  ...copyOfSettings,
  used_work: {
    about: 'nobody',
    holds: 'Hashes of challenges whose proof of work was used.',
    kept: { days: 1, task: 'Removing expired rows' },
  },
};
