/** The first match names the browser: Edge and Opera also call themselves Chrome, and Chrome calls itself Safari. */
const BROWSERS: [sign: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [sign: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

const find = (list: [RegExp, string][], text: string) => list.find(([sign]) => sign.test(text))?.[1];

/** Browser and system of a `User-Agent` header, each undefined if it is not a known one. */
export const browserOf = (userAgent: string): { browser: string | undefined; system: string | undefined } => ({
  browser: find(BROWSERS, userAgent),
  system: find(SYSTEMS, userAgent),
});
