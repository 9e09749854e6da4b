import { INKS } from '@inkling/contracts';
import { DARK, DARK_INKS, LIGHT, LIGHT_INKS } from './inks.js';

const tokens = (theme: typeof LIGHT | typeof DARK): string =>
  Object.entries(theme)
    .map(([name, color]) => `--${name}:${color}`)
    .join(';');
const inks = (table: typeof LIGHT_INKS): string =>
  INKS.map((ink) => `.${ink}{--fill:${table[ink].fill};--tint:${table[ink].tint};--edge:${table[ink].edge}}`).join('');

const SOURCE = `
:root { color-scheme: light dark; ${tokens(LIGHT)} }
${inks(LIGHT_INKS)}
@media (prefers-color-scheme: dark) {
  :root { ${tokens(DARK)} }
  ${inks(DARK_INKS)}
}
* { box-sizing: border-box }
body {
  margin: 0;
  background: transparent;
  color: var(--ink);
  font: 15px/22px Onest, system-ui, sans-serif;
}
main {
  background: var(--surface);
  border: 1px solid var(--line);
  border-radius: 20px;
  padding: 20px;
  overflow-wrap: anywhere;
}
.by {
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: 2px 8px;
  margin: 0;
  color: var(--ink3);
  font-size: 13.5px;
}
.avatar { width: 32px; height: 32px; border-radius: 16px }
.picture { display: block; width: 100%; height: auto; margin: 0 0 14px; border-radius: 14px }
.by b { color: var(--ink) }
h1 {
  margin: 8px 0 16px;
  font: 700 20px/26px "Familjen Grotesk", system-ui, sans-serif;
  letter-spacing: -.012em;
  text-wrap: balance;
}
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 8px }
li {
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 48px;
  padding: 8px 14px;
  border-radius: 12px;
  overflow: hidden;
}
li.open { border: 1.5px solid var(--control) }
li.open::before {
  content: "";
  flex: none;
  width: 20px;
  height: 20px;
  border: 1.5px solid var(--control);
  border-radius: 7px;
}
li.result { background: var(--well) }
li svg { position: absolute; inset: 0; width: 100%; height: 100% }
li .bar { fill: var(--tint) }
li.leads .bar { fill: var(--fill) }
li .edge { fill: var(--edge) }
li svg:dir(rtl) { transform: scaleX(-1) }
li span, li b { position: relative }
li span { flex: 1 }
li b { font-variant-numeric: tabular-nums }
li.leads span { font-weight: 600 }
footer {
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  align-items: center;
  gap: 12px;
  margin-top: 16px;
  padding-top: 14px;
  border-top: 2px dotted var(--line);
}
footer span { color: var(--ink2) }
a {
  display: inline-flex;
  align-items: center;
  min-height: 44px;
  padding: 0 18px;
  border-radius: 14px;
  background: var(--ink);
  color: var(--surface);
  font-weight: 600;
  text-decoration: none;
}
a:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; box-shadow: 0 0 0 6px var(--citron) }
`;

/** The style sheet of an embedded poll, on one line. */
export const EMBED_STYLE = SOURCE.replaceAll(/\s*\n\s*/g, ' ').trim();
