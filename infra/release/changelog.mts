/** The next version after `version`. */
export function nextVersion(version: string, step: 'major' | 'minor' | 'patch') {
  const [major, minor, patch] = version.split('.').map(Number);
  return { major: `${major + 1}.0.0`, minor: `${major}.${minor + 1}.0`, patch: `${major}.${minor}.${patch + 1}` }[step];
}

const UNRELEASED = '## [Unreleased]';

/**
 * Gives what is unreleased a version and a date, and begins a new empty section above it.
 * @param changelog in the form of keepachangelog.com
 * @param date YYYY-MM-DD
 * @returns undefined when nothing is unreleased
 */
export function cutRelease(changelog: string, version: string, date: string): string | undefined {
  const start = changelog.indexOf(UNRELEASED);
  if (start < 0) return undefined;
  const from = start + UNRELEASED.length;
  const next = changelog.indexOf('\n## ', from);
  const section = changelog.slice(from, next < 0 ? undefined : next);
  // Headings alone say nothing.
  if (!/^- /m.test(section)) return undefined;
  return `${changelog.slice(0, from)}\n\n## [${version}] - ${date}${changelog.slice(from)}`;
}

/** What a version brought, for the note of its tag. */
export function notesOf(changelog: string, version: string): string {
  const [, rest = ''] = changelog.split(`## [${version}]`);
  return rest.slice(rest.indexOf('\n')).split('\n## ')[0].trim();
}
