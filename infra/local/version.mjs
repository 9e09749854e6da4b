/**
 * The first version number in a text such as `nats-server: v2.12.1`.
 * @param {string} text
 * @returns {[number, number, number] | undefined}
 */
export function parseVersion(text) {
  const found = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text);
  return found ? [Number(found[1]), Number(found[2]), Number(found[3] ?? 0)] : undefined;
}

/**
 * @param {readonly number[]} version
 * @param {readonly number[]} least
 * @returns {boolean} whether `version` is `least` or newer
 */
export function isAtLeast(version, least) {
  for (let i = 0; i < least.length; i++) {
    const difference = (version[i] ?? 0) - (least[i] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return true;
}
