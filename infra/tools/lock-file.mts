export interface LockEntry {
  version?: string;
  integrity?: string;
  /** An address, or the folder of a workspace where `link` is set. */
  resolved?: string;
  link?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/**
 * What keeps a lock file from installing the same packages everywhere: an entry without a checksum, an address that not
 * everybody can reach, or a dependency without an entry (npm leaves out packages of other platforms that the registry
 * in use does not serve, and `npm ci` then fails on those platforms).
 * @param packages the field `packages` of package-lock.json
 * @returns one sentence per problem
 */
export function lockProblems(packages: Record<string, LockEntry>): string[] {
  const problems = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (entry.link) continue;
    if (path.includes('node_modules/') && !entry.integrity) problems.push(`${path} has no integrity`);
    if (entry.resolved) problems.push(`${path} names an address`);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const found = candidates(path, name).some((place) => place in packages);
      if (!found) problems.push(`${path || 'package.json'} wants ${name}`);
    }
  }
  return problems;
}

/** Where Node looks for a package, from the folder that imports it up to the root. */
function candidates(path: string, name: string) {
  const places = [];
  for (let folder = path; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    if (!folder.endsWith('node_modules')) places.push(`${folder}/node_modules/${name}`);
  }
  return [...places, `node_modules/${name}`];
}
