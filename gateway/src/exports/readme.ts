import type { ExportCounts } from '@inkling/contracts';

/** What the files of an export hold, in both languages of the product. */
const FILES: readonly (readonly [name: string, en: string, de: string])[] = [
  ['profile.json', 'Your account and profile', 'Dein Konto und Profil'],
  ['polls.json', 'Your polls with their results', 'Deine Umfragen mit ihren Ergebnissen'],
  ['media/', 'Your pictures and videos', 'Deine Bilder und Videos'],
  ['votes.json', 'Your votes, with what you chose', 'Deine Stimmen, mit dem, was du gewählt hast'],
  ['comments.json', 'Your comments', 'Deine Kommentare'],
  ['likes.json', 'Polls that you like', 'Umfragen, die dir gefallen'],
  ['saves.json', 'Polls that you saved', 'Umfragen, die du gespeichert hast'],
  ['reminders.json', 'Polls whose result you want to know', 'Umfragen, deren Ergebnis du wissen willst'],
  ['follows.json', 'Whom you follow, and who follows you', 'Wem du folgst, und wer dir folgt'],
  ['notifications.json', 'Your notifications', 'Deine Mitteilungen'],
  ['searches.json', 'Your recent searches', 'Deine letzten Suchen'],
  ['messages.json', 'What you wrote to the operator', 'Was du dem Betreiber geschrieben hast'],
  ['reports.json', 'What you have reported', 'Was du gemeldet hast'],
  ['sessions.json', 'Where you are signed in', 'Wo du angemeldet bist'],
  ['settings.json', 'Your settings and devices', 'Deine Einstellungen und Geräte'],
];

/**
 * The file that explains the others.
 * @param missing media that the store has lost
 */
export function readme(origin: string, requestedAt: string, counts: ExportCounts, missing: number): string {
  const list = (language: 1 | 2) => FILES.map((file) => `  ${file[0].padEnd(20)}${file[language]}`).join('\n');
  const { polls, votes, comments, media } = counts;
  return `Your data on ${origin}, asked for at ${requestedAt}
${polls} polls, ${votes} votes, ${comments} comments, ${media} pictures and videos.

${list(1)}

The files are JSON: text that any editor opens and that programs can read. Times are in UTC.
Nobody else is shown your votes. Keep this file where only you can read it.
${missing > 0 ? `${missing} pictures or videos could not be found and are not in this file.\n` : ''}

Deine Daten auf ${origin}, angefordert um ${requestedAt}
${polls} Umfragen, ${votes} Stimmen, ${comments} Kommentare, ${media} Bilder und Videos.

${list(2)}

Die Dateien sind JSON: Text, den jeder Editor öffnet und den Programme lesen können. Zeiten sind in UTC.
Deine Stimmen sieht sonst niemand. Bewahre diese Datei dort auf, wo nur du sie lesen kannst.
${missing > 0 ? `${missing} Bilder oder Videos wurden nicht gefunden und fehlen in dieser Datei.\n` : ''}`;
}
