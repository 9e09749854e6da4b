import { copiesOfBlocks, type StoredData } from '@inkling/platform';
import type { Tables } from './tables.js';

/** What notifications stores about people, why and for how long (ADR 29). */
export const storedData: StoredData<Tables> = {
  profiles: {
    about: 'people',
    holds: {
      en: 'Your name, username and picture in notifications; until when you are suspended.',
      de: 'Dein Name, Benutzername und Bild in Mitteilungen; bis wann du gesperrt bist.',
    },
    why: {
      en: 'To name you to those you like, follow or answer; to send no push to suspended people.',
      de: 'Um dich denen zu nennen, denen du folgst oder antwortest; um gesperrten Leuten nichts zu pushen.',
    },
    kept: { for: 'account' },
    exported: { not: 'A copy of profile.json.' },
  },
  profile_changes: {
    about: 'people',
    holds: {
      en: 'Your latest name, username and picture.',
      de: 'Dein letzter Name, Benutzername und dein letztes Bild.',
    },
    why: {
      en: 'To correct notifications from before.',
      de: 'Um frühere Mitteilungen zu berichtigen.',
    },
    kept: { days: 395, task: 'Removing old notifications' },
    exported: { not: 'A copy of profile.json.' },
  },
  poll_activity: {
    about: 'people',
    holds: {
      en: 'Your polls with the number of their votes.',
      de: 'Deine Umfragen mit der Zahl ihrer Stimmen.',
    },
    why: {
      en: 'To notify you of votes.',
      de: 'Um dich über Stimmen zu benachrichtigen.',
    },
    kept: { for: 'content' },
    exported: { not: 'A copy of polls.json.' },
  },
  comments: {
    about: 'people',
    holds: {
      en: 'Your comments under polls of others.',
      de: 'Deine Kommentare unter Umfragen anderer.',
    },
    why: {
      en: 'To show them in the notification.',
      de: 'Um sie in der Mitteilung zu zeigen.',
    },
    kept: { for: 'content' },
    exported: { not: 'A copy of comments.json.' },
  },
  notice_changes: {
    about: 'people',
    holds: {
      en: 'Likes, comments, follows and numbers of votes that no notification shows yet.',
      de: '„Gefällt mir“, Kommentare, neue Follower und Stimmzahlen, die noch keine Mitteilung zeigt.',
    },
    why: {
      en: 'To put them together in one notification.',
      de: 'Um sie in einer Mitteilung zusammenzufassen.',
    },
    kept: { for: 'work' },
    exported: { not: 'Turns into notifications within seconds.' },
  },
  poll_likes_seen: {
    about: 'people',
    holds: {
      en: 'That you liked a poll once.',
      de: 'Dass dir eine Umfrage einmal gefiel.',
    },
    why: {
      en: 'So that nobody is notified twice.',
      de: 'Damit niemand zweimal benachrichtigt wird.',
    },
    kept: { for: 'content' },
    exported: { not: 'Part of likes.json, as long as the like stands.' },
  },
  follows_seen: {
    about: 'people',
    holds: {
      en: 'That you followed a person once.',
      de: 'Dass du jemandem einmal gefolgt bist.',
    },
    why: {
      en: 'So that nobody is notified twice.',
      de: 'Damit niemand zweimal benachrichtigt wird.',
    },
    kept: { for: 'account' },
    exported: { not: 'Part of follows.json, as long as you follow.' },
  },
  fan_outs: {
    about: 'nobody',
    holds: 'Polls whose new or ended state is being announced, and how far that is.',
    kept: { for: 'work' },
  },
  notices: {
    about: 'people',
    holds: {
      en: 'Your notifications.',
      de: 'Deine Mitteilungen.',
    },
    why: {
      en: 'To show you your list.',
      de: 'Um dir deine Liste zu zeigen.',
    },
    kept: { days: 365, task: 'Removing old notifications' },
    exported: 'notifications.json',
  },
  moderation_notices: {
    about: 'people',
    holds: {
      en: 'What moderators told you about their decisions.',
      de: 'Was die Moderation dir zu ihren Entscheidungen mitgeteilt hat.',
    },
    why: {
      en: 'To show it to you with its reason.',
      de: 'Um es dir mit seinem Grund zu zeigen.',
    },
    kept: { days: 365, task: 'Removing old notifications', with: 'notices' },
    exported: 'notifications.json',
  },
  unread_counts: {
    about: 'people',
    holds: {
      en: 'How many notifications you have not read.',
      de: 'Wie viele Mitteilungen du nicht gelesen hast.',
    },
    why: {
      en: 'To show the number.',
      de: 'Um die Zahl zu zeigen.',
    },
    kept: { for: 'account' },
    exported: { not: 'A number about notifications.json.' },
  },
  preferences: {
    about: 'people',
    holds: {
      en: 'What you want to be notified of, and whether votes may name you.',
      de: 'Worüber du benachrichtigt werden willst, und ob Stimmen dich nennen dürfen.',
    },
    why: {
      en: 'To keep to it.',
      de: 'Um uns daran zu halten.',
    },
    kept: { for: 'account' },
    exported: 'settings.json',
  },
  push_tokens: {
    about: 'people',
    holds: {
      en: 'Devices that receive push messages.',
      de: 'Geräte, die Push-Nachrichten bekommen.',
    },
    why: {
      en: 'To send push messages there.',
      de: 'Um Push-Nachrichten dorthin zu senden.',
    },
    kept: { days: 60, task: 'Removing old pushes and devices' },
    exported: 'settings.json',
  },
  push_queue: {
    about: 'people',
    holds: {
      en: 'Push messages on their way.',
      de: 'Push-Nachrichten, die unterwegs sind.',
    },
    why: {
      en: 'To send them.',
      de: 'Um sie zu senden.',
    },
    kept: { days: 1, task: 'Removing old pushes and devices' },
    exported: { not: 'Repeats notifications, and is gone within a day.' },
  },
  push_sent: {
    about: 'people',
    holds: {
      en: 'When a push message was sent to you.',
      de: 'Wann dir eine Push-Nachricht gesendet wurde.',
    },
    why: {
      en: 'So that they do not become too many.',
      de: 'Damit es nicht zu viele werden.',
    },
    kept: { days: 1, task: 'Removing old pushes and devices' },
    exported: { not: 'Gone within an hour.' },
  },
  ended_sessions: {
    about: 'nobody',
    holds: 'Numbers of sessions that have ended.',
    kept: { days: 1, task: 'Removing old pushes and devices' },
  },
  mail_queue: {
    about: 'people',
    holds: {
      en: 'Mails on their way. After sending, only that there was one.',
      de: 'E-Mails, die unterwegs sind. Nach dem Senden nur, dass es eine gab.',
    },
    why: {
      en: 'To send them.',
      de: 'Um sie zu senden.',
    },
    kept: { days: 31, task: 'Removing old mails' },
    exported: { not: 'The text is removed when the mail is sent, and the rest names nobody.' },
  },
  contact_messages: {
    about: 'people',
    holds: {
      en: 'Messages that you sent with the contact form: name, email, text.',
      de: 'Nachrichten, die du mit dem Kontaktformular gesendet hast: Name, E-Mail, Text.',
    },
    why: {
      en: 'So that the operator can answer.',
      de: 'Damit der Betreiber antworten kann.',
    },
    kept: { for: 'operator' },
    exported: 'messages.json',
  },
  contact_limits: {
    about: 'people',
    holds: {
      en: 'How often a network used the contact form within an hour.',
      de: 'Wie oft ein Netz das Kontaktformular in einer Stunde benutzt hat.',
    },
    why: {
      en: 'To stop floods of messages.',
      de: 'Um Fluten von Nachrichten zu verhindern.',
    },
    kept: { days: 1, task: 'Removing old contact limits' },
    exported: { not: 'Belongs to networks, not to people, and ends after an hour.' },
    networks: true,
  },
  used_work: {
    about: 'nobody',
    holds: 'Hashes of challenges whose proof of work was used.',
    kept: { days: 1, task: 'Removing old contact limits' },
  },
  ...copiesOfBlocks,
};
