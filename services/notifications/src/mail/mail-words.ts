import type { QueuedMail } from './queued-mail.js';
import { moderationMailWords } from './moderation-words.js';
import { mailHtml } from './mail-html.js';

/** The text of a mail. */
export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Joins lines, so that text that a person typed cannot begin a new header or paragraph. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();

interface Addressee {
  readonly name?: string;
  readonly link?: string;
}

interface Words {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly button?: string;
  readonly after: readonly string[];
}

/** Buttons are named as in the web application. */
const WORDS: Record<Exclude<QueuedMail['template'], 'contact' | 'moderation'>, Words> = {
  'password-reset': {
    subject: 'Choose a new password',
    title: 'Choose a new password',
    paragraphs: [
      'Someone, we hope you, asked for a new password for your Inkling account. ' +
        'This link lets you choose one. It works once, and not for long.',
    ],
    button: 'Choose a new password',
    after: ['If it was not you, do nothing: your password stays as it is.'],
  },
  'verify-email': {
    subject: 'Confirm your email',
    title: 'Confirm your email',
    paragraphs: [
      'One step is left: confirm that this address is yours, ' +
        'so that you can get back into your Inkling account if you ever forget the password.',
    ],
    button: 'Confirm email',
    after: ['If you have no Inkling account, someone mistyped an address. You can ignore this mail.'],
  },
  'password-changed': {
    subject: 'Your password was changed',
    title: 'Your password was changed',
    paragraphs: ['The password of your Inkling account was changed just now. If that was you, there is nothing to do.'],
    button: 'Open Inkling',
    after: ['If it was not you, choose a new password at once with "Forgot password?" on the login page.'],
  },
  'change-email': {
    subject: 'Confirm your new email',
    title: 'Confirm your new email',
    paragraphs: [
      'Someone, we hope you, wants to use this address for an Inkling account. ' +
        'Open the link where you are logged in to that account, and confirm. It works once, and not for long.',
    ],
    button: 'Confirm the new email',
    after: ['If it was not you, do nothing: the account stays where it is, and nobody learns of your address.'],
  },
  'email-taken': {
    subject: 'You already have an account',
    title: 'You already have an account',
    paragraphs: [
      'Someone, perhaps you, wanted to use this address for another Inkling account. ' +
        'It stays with the account that it belongs to, and they were not told so.',
    ],
    after: [
      'If you have forgotten that account, log in with this address, or use "Forgot password?" on the login page.',
    ],
  },
  'email-changed': {
    subject: 'Your email was changed',
    title: 'Your email was changed',
    paragraphs: [
      'Your Inkling account has a new address now, and this one no longer belongs to it. ' +
        'If that was you, there is nothing to do.',
    ],
    button: 'Restore this email',
    after: [
      'If it was not you, use the link within a week. It gives the account back to this address, ' +
        'logs everybody out and lets you choose a new password.',
    ],
  },
  'new-sign-in': {
    subject: 'New sign-in to your account',
    title: 'New sign-in to your account',
    paragraphs: [
      'Someone signed in to your Inkling account from a browser or network that we have not seen there lately.',
    ],
    button: 'This was not me',
    after: [
      'If it was you, there is nothing to do. If not, the link leads to your sessions: ' +
        'end those that you do not know, and change your password.',
    ],
  },
  'export-ready': {
    subject: 'Your data is ready',
    title: 'Your data is ready',
    paragraphs: [
      'The file with your data that you asked for is ready. You can download it in the settings, ' +
        'after signing in. It is deleted after some days.',
    ],
    button: 'Open settings',
    after: ['If it was not you, change your password: someone else may be signed in to your account.'],
  },
  'deletion-requested': {
    subject: 'Your account will be deleted',
    title: 'Your account will be deleted',
    paragraphs: [
      'You asked for the deletion of your Inkling account. It begins on {at}. ' +
        'Until then everything stays as it is, and you can take it back in the settings, under "Account".',
    ],
    after: [
      'If it was not you, take it back, and choose a new password at once with "Forgot password?" on the login page.',
    ],
  },
  'sign-up-approved': {
    subject: 'Welcome to Inkling',
    title: 'Come in',
    paragraphs: ['Your request to join was approved. You can complete your profile, ask and vote.'],
    button: 'Open Inkling',
    after: [],
  },
  'sign-up-refused': {
    subject: 'Your request to join',
    title: 'Your request was not approved',
    paragraphs: [
      'Somebody read your request to join, and decided against it. Your account and your answer are deleted.',
    ],
    after: [],
  },
  'deletion-done': {
    subject: 'Your account is deleted',
    title: 'Your account is deleted',
    paragraphs: [
      'Your Inkling account is deleted, with your profile, comments, likes, saves, follows and notifications. ' +
        'Your votes stay counted, without you.',
    ],
    after: ['This is the last mail about it. Thank you for your votes.'],
  },
};

/** `Sunday 29 November 2026, 09:40 UTC`: the reader's own time zone is not known. */
const dayAndTime = (at: string): string =>
  `${new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' }).format(new Date(at))} UTC`;

/** Renders a mail as plain text and as HTML. */
export function letterOf(mail: QueuedMail): Letter {
  if (mail.template === 'contact') return contactLetter(mail.content);
  if (mail.template === 'moderation') {
    const words = moderationMailWords(mail.content.notice);
    return letter({ ...words, title: words.subject }, mail.content);
  }
  const { facts = [], at, ...to } = mail.content;
  const words = WORDS[mail.template];
  const paragraphs = words.paragraphs.map((text) =>
    text.replace('{at}', at === undefined ? 'its day' : dayAndTime(at)),
  );
  const lines = facts.length === 0 ? [] : [facts.map(oneLine).join('\n')];
  return letter({ ...words, paragraphs: [...paragraphs, ...lines] }, to);
}

function letter({ subject, title, paragraphs, button, after }: Words, { name = '', link }: Addressee): Letter {
  const greeting = oneLine(name) === '' ? 'Hello,' : `Hello ${oneLine(name)},`;
  const action = link !== undefined && button !== undefined ? { label: button, link } : undefined;
  const text = [greeting, ...paragraphs, ...(action ? [`${action.label}:\n${action.link}`] : []), ...after, 'Inkling'];
  return {
    subject,
    text: `${text.join('\n\n')}\n`,
    html: mailHtml({ title, paragraphs: [greeting, ...paragraphs], after, ...(action ? { action } : {}) }),
  };
}

function contactLetter({
  firstName,
  lastName,
  email,
  message,
}: Extract<QueuedMail, { template: 'contact' }>['content']): Letter {
  const name = oneLine(`${firstName} ${lastName}`);
  const from = `${name} (${oneLine(email)}) wrote in the help center:`;
  return {
    subject: `Message from ${name}`,
    text: `${from}\n\n${message}\n\nAn answer to this mail goes to the sender.\n`,
    html: mailHtml({
      title: `Message from ${name}`,
      paragraphs: [from, message],
      after: ['An answer to this mail goes to the sender.'],
    }),
  };
}
