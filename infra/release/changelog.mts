/** The next version after `version`. */
export function nextVersion(version: string, step: 'major' | 'minor' | 'patch'): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return { major: `${major + 1}.0.0`, minor: `${major}.${minor + 1}.0`, patch: `${major}.${minor}.${patch + 1}` }[step];
}

const UNRELEASED = '## [Unreleased]';

/**
 * Turns the unreleased section into a version with a date, below a new empty one.
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
  // A section may have headings and no entries.
  if (!/^- /m.test(section)) return undefined;
  return `${changelog.slice(0, from)}\n\n## [${version}] - ${date}${changelog.slice(from)}`;
}

/** A version's section, for the message of its tag. */
export function notesOf(changelog: string, version: string): string {
  const [, rest = ''] = changelog.split(`## [${version}]`);
  return rest.slice(rest.indexOf('\n')).split('\n## ', 1).join('').trim();
}
