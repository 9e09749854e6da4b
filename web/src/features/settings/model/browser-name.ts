import { t } from '../../../lib/i18n';

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

/** `Firefox on Windows`; for an unknown browser, the name that it gives itself. */
export function browserName(userAgent: string): string {
  const browser = find(BROWSERS, userAgent);
  const system = find(SYSTEMS, userAgent);
  if (browser && system) return t('settings.browserOn', { browser, system });
  return browser ?? (userAgent.slice(0, 40) || t('settings.unknownBrowser'));
}
