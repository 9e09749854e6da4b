export const legal = {
  privacyTitle: 'Privacy Policy',
  termsTitle: 'Terms of Service',
  rulesTitle: 'Rules',
  cookiesTitle: 'Cookies',
  imprintTitle: 'Imprint',
  version: 'Version {version}, {day}',
  noImprint: 'The operator of this server has not written an imprint.',
  loadFailed: 'This page could not be loaded',
  builtIn:
    'This is what the software does by itself. The operator of this server is responsible for it and may add to it.',
  runBy: 'This server is run by {name}.',
  write: 'Questions? Write to {email}.',
  writeForm: 'Questions? Use the form of the Help Center.',
  kept: 'What is stored',
  kept1: 'Your email address, name, username and picture. Your password as a hash, from which it cannot be read.',
  kept2:
    'Your polls, pictures, clips, comments, likes, saves and follows; the topics that you chose; your last {count} searches; your settings for notifications and the addresses of devices that get push; your messages to the Help Center.',
  kept3:
    'For each sign-in its time, when it was last used, and the name of the browser. Your network address counts against abuse for about an hour. The logs of the software do not hold it; a proxy of the operator may.',
  votes: 'Your vote',
  votes1:
    'Your vote is stored with the option you chose, so that it counts once and you can see it. The application shows that option to no one else.',
  votes2:
    'Ordinary polls are live: each vote shows in the counts as it comes. Someone who watches a small poll may connect it with your comment or like that follows.',
  votes3:
    'You are named as a voter only if you turn that on in the settings. Someone who knows all the other votes can work out yours.',
  votes4: 'The operator of this server can read its database and its backups.',
  see: 'Who sees what',
  see1: 'Everyone who is signed in sees your name, username, picture, followers and follows, your polls and your comments. The author of a poll is told who likes it, and you are told who follows you.',
  see2: 'A link to a poll shows its question, options, pictures, author and number of votes to anyone, also without an account. It shows the votes of each option only where everyone may see them.',
  see3: 'Your votes, saved polls, searches, notifications and email address are shown to you alone.',
  long: 'For how long',
  long1:
    'With a deleted poll its votes, comments and pictures are deleted. A deleted comment disappears for everyone at once.',
  long2:
    'Notifications are deleted after {count} days, sessions after 30 days without use unless the server is set otherwise, sent mails after 30 days, and a push address after 60 days without use. A username that you give up is held for you for 30 days. Everything else stays until it is deleted.',
  long4:
    'A record of recent changes, such as new polls, comments and profiles, is kept for 14 days, so that no part of the server misses one. It holds texts that you have deleted since. Backups keep everything for as long as the operator keeps them.',
  long3: 'You delete your account in the settings. It happens after some days, in which you can take it back.',
  table: 'Everything, in a table',
  tableText:
    'What the databases of this server store about people, why and for how long. Copies of your profile and your polls, which other parts of the server keep, go with them. You can have all of yours as a file: Settings, Your data.',
  tableHolds: 'What',
  tableWhy: 'Why',
  tableKept: 'How long',
  device: 'On your device',
  device1:
    'Cookies keep you signed in, note which account and session that is, and show whether cookies work at all. They are for this server alone and follow you to no other site.',
  device2:
    'This browser stores your account’s details, your settings, drafts, a choice made before signing in, what you have looked at, and the polls you saw last for use offline. Signing out removes your account’s details and those polls.',
  third: 'Third parties',
  third0: 'There is no advertising and no tracking. The following happens only where this server has it set up:',
  thirdGoogle:
    'Google: sign-in with Google and with email passes through it (Firebase). Google then learns your email address and, with email, keeps the password. With Google, this server gets your email address and your name.',
  thirdPush: 'Push: your notifications pass through the service of your browser’s maker.',
  thirdMail: 'Mail: messages to you pass through a mail service.',
  thirdAi: 'AI: the question and options of every poll may be sent to a model. Nothing about you is sent.',
  thirdWiki: 'Wikipedia: topics of a poll are looked up there by the server. Nothing about you is sent.',
  thirdStore: 'Storage: pictures and clips may be kept by a storage service that the operator chooses.',
  use: 'Using Inkling',
  use1: 'Inkling is free of charge. To vote and to publish you need an account, and you are responsible for what happens with it.',
  use2: 'There is one vote per person and poll. A vote cannot be changed or taken back. Do not vote with several accounts or by script.',
  content: 'What you publish',
  content1:
    'It stays yours. By publishing it you let this server store it and show it to others as the Privacy Policy says.',
  content2: 'Publish only what you may publish: nothing unlawful, no one else’s private data, no harassment, no spam.',
  content3: 'A published poll cannot be edited. You can delete yours at any time.',
  limits: 'What you can rely on',
  limits1: 'Results show what people chose here. They do not speak for everyone.',
  limits2: 'Texts that an AI wrote may be wrong. Check their sources.',
  limits3:
    'The server is offered as it is. It may be unavailable, and it may close. The operator may remove content and close accounts.',
} as const;
