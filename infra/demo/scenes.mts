import { INK, INKS, PAPER } from './inks.mts';

type Ink = (typeof INKS)['citron'];

const { citron, coral, sky, mint, orchid, apricot } = INKS;
const svg = (ground: string, shapes: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 675"><rect width="1200" height="675" fill="${ground}"/>${shapes}</svg>`;
const repeat = (count: number, draw: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => draw(n)).join('');
const table = (colour: string) => `<path d="M0 530 1200 500v175H0z" fill="${colour}"/>`;
const steam = (x: number, y: number, colour: string) =>
  repeat(
    3,
    (n: number) =>
      `<path d="M${x + n * 46} ${y}c-26-40 26-60 0-104" fill="none" stroke="${colour}" stroke-width="12" stroke-linecap="round" opacity=".8"/>`,
  );
const stars = (colour: string) =>
  repeat(
    22,
    (n: number) => `<circle cx="${(n * 277) % 1200}" cy="${(n * 97) % 330}" r="${3 + (n % 3) * 2}" fill="${colour}"/>`,
  );
const hill = (path: string, colour: string) => `<path d="${path}" fill="${colour}"/>`;

const skyline = repeat(9, (n) => {
  const height = 190 + ((n * 137) % 260);
  const [wall, glass] = [
    [orchid.edge, citron.fill],
    [INK, apricot.fill],
    [sky.edge, citron.tint],
  ][n % 3];
  const x = 30 + n * 130;
  return `<rect x="${x}" y="${600 - height}" width="112" height="${height}" fill="${wall}"/>${repeat(Math.floor(height / 60) * 2, (w: number) => `<rect x="${x + 18 + (w % 2) * 44}" y="${620 - height + Math.floor(w / 2) * 56}" width="30" height="34" fill="${glass}" opacity="${(w * 7 + n) % 3 ? 1 : 0.25}"/>`)}`;
});

const shelf = repeat(13, (n) => {
  const height = 220 + ((n * 83) % 140);
  const colour = [citron, coral, sky, mint, orchid, apricot][n % 6];
  const lean = n === 8 ? ' transform="rotate(-9 700 560)"' : '';
  return `<g${lean}><rect x="${110 + n * 76}" y="${560 - height}" width="62" height="${height}" rx="6" fill="${n % 2 ? colour.edge : colour.fill}"/><rect x="${110 + n * 76}" y="${590 - height}" width="62" height="14" fill="${colour.tint}"/></g>`;
});

const carriages = repeat(
  4,
  (n: number) =>
    `<rect x="${-60 + n * 320}" y="330" width="306" height="150" rx="18" fill="${n === 3 ? coral.fill : PAPER}"/>${repeat(4, (w: number) => `<rect x="${-36 + n * 320 + w * 68}" y="362" width="46" height="52" rx="8" fill="${apricot.fill}"/>`)}<g fill="${INK}"><circle cx="${20 + n * 320}" cy="490" r="22"/><circle cx="${170 + n * 320}" cy="490" r="22"/></g>`,
);

const lantern = (n: number) => {
  const [x, y] = [140 + n * 230, 250 + (n % 2) * 50];
  const colour = [coral, apricot, orchid, mint, citron][n];
  return `<path d="M${x} 120v${y - 150}" stroke="${PAPER}" stroke-width="5"/><rect x="${x - 26}" y="${y - 34}" width="52" height="22" rx="6" fill="${colour.edge}"/><path d="M${x - 60} ${y}c0-20 120-20 120 0v110c0 40-120 40-120 0z" fill="${colour.fill}"/><path d="M${x - 24} ${y - 8}v150M${x + 24} ${y - 8}v150" stroke="${colour.edge}" stroke-width="5" opacity=".5"/><rect x="${x - 22}" y="${y + 136}" width="44" height="18" rx="6" fill="${colour.edge}"/>`;
};

function leaf(x: number, tall: number, n: number) {
  const right = n % 2 === 1;
  const [middle, height] = [x + (right ? 58 : -58), 390 - (n + 1) * (tall / 5)];
  return `<ellipse cx="${middle}" cy="${height}" rx="66" ry="26" transform="rotate(${right ? -28 : 28} ${middle} ${height})" fill="${right ? mint.fill : mint.edge}"/>`;
}

const plant = (x: number, pot: Ink, tall: number) =>
  `<path d="M${x} 400v-${tall}" stroke="${mint.edge}" stroke-width="14"/>${repeat(4, (n) => leaf(x, tall, n))}<circle cx="${x}" cy="${400 - tall}" r="34" fill="${citron.fill}"/><path d="M${x - 90} 400h180l-26 140H${x - 64}z" fill="${pot.edge}"/><rect x="${x - 102}" y="384" width="204" height="34" rx="8" fill="${pot.fill}"/>`;

const player = (x: number, y: number, team: Ink) => `<circle cx="${x}" cy="${y}" r="24" fill="${team.edge}"/>`;

/** Pictures for polls, as SVG of 1200 x 675: shapes in the six inks, no text. */
export const SCENES: Record<string, string> = {
  cups: svg(
    apricot.tint,
    `<circle cx="930" cy="170" r="110" fill="${apricot.fill}"/>${table(coral.fill)}
    ${steam(310, 250, coral.edge)}<path d="M270 290h200v220c0 40-200 40-200 0z" fill="${INK}"/><path d="M470 330c90-10 90 120 0 120" fill="none" stroke="${INK}" stroke-width="26"/>
    ${steam(690, 330, coral.edge)}<path d="M610 370h290c0 110-60 170-145 170s-145-60-145-170z" fill="${mint.edge}"/><path d="M890 400c80-10 60 90-20 90" fill="none" stroke="${mint.edge}" stroke-width="24"/><ellipse cx="755" cy="548" rx="190" ry="20" fill="${mint.fill}"/>`,
  ),
  desk: svg(
    sky.tint,
    `<rect x="120" y="90" width="260" height="200" rx="14" fill="${citron.fill}"/><path d="M250 90v200M120 190h260" stroke="${sky.tint}" stroke-width="10"/>${table(sky.edge)}
    <rect x="400" y="270" width="400" height="240" rx="18" fill="${INK}"/><rect x="424" y="292" width="352" height="190" rx="8" fill="${mint.fill}"/><path d="M340 510h520l36 36H304z" fill="${PAPER}"/>
    <path d="M1010 530V330L910 220" fill="none" stroke="${INK}" stroke-width="18"/><path d="M820 260 930 170l50 60-90 90z" fill="${coral.edge}"/><path d="M850 300 700 510h260l-60-200z" fill="${citron.fill}" opacity=".55"/><ellipse cx="1010" cy="534" rx="80" ry="18" fill="${INK}"/>`,
  ),
  books: svg(
    mint.tint,
    `${shelf}<rect x="70" y="560" width="1060" height="26" rx="6" fill="${INK}"/><rect x="70" y="586" width="1060" height="14" fill="${INK}" opacity=".15"/>`,
  ),
  city: svg(
    orchid.tint,
    `<circle cx="980" cy="150" r="90" fill="${apricot.fill}"/>${skyline}<rect y="600" width="1200" height="75" fill="${INK}"/>${repeat(8, (n: number) => `<rect x="${40 + n * 150}" y="632" width="80" height="10" fill="${citron.fill}"/>`)}`,
  ),
  train: svg(
    '#1B2140',
    `${stars(citron.tint)}<circle cx="1010" cy="120" r="62" fill="${PAPER}"/>${hill('M0 330c200-180 380-140 560-40s420-40 640-130v515H0z', orchid.edge)}${hill('M0 520h1200v155H0z', '#0F7D50')}${carriages}<rect y="512" width="1200" height="10" fill="${INK}"/>`,
  ),
  mountains: svg(
    coral.tint,
    `<circle cx="820" cy="330" r="130" fill="${apricot.fill}"/>
    <path d="M-60 620 260 170l330 450z" fill="${sky.edge}"/><path d="M260 170 176 288l50 26 40-34 44 42 44-24z" fill="${PAPER}"/>
    <path d="M620 620 930 130l340 490z" fill="${orchid.edge}"/><path d="M930 130 848 260l54 24 36-36 48 40 38-20z" fill="${PAPER}"/>
    <path d="M300 640 610 270l320 370z" fill="${INK}"/><path d="M610 270 536 358l46 18 34-28 42 36 32-22z" fill="${PAPER}"/><path d="M0 600c300-50 800-30 1200 0v75H0z" fill="${mint.fill}"/>`,
  ),
  pets: svg(
    citron.tint,
    `<rect y="520" width="1200" height="155" fill="${citron.fill}"/>
    <path d="M300 540c-30-120 10-220 90-240v-90l50 44h60l50-44v120c0 20-6 36-16 48 40 60 46 110 40 162z" fill="${INK}"/><path d="M310 530c-90 10-110-60-70-120" fill="none" stroke="${INK}" stroke-width="28" stroke-linecap="round"/><g fill="${citron.fill}"><circle cx="450" cy="300" r="10"/><circle cx="508" cy="300" r="10"/></g>
    <path d="M900 540c30-130 0-220-60-250l-10-20c10-60-30-100-90-100-50 0-80 26-96 60l-50 30c-10 40 20 60 66 60 20 90 10 150 0 220z" fill="${coral.edge}"/><path d="M780 190c60-10 80 40 60 130-40-10-60-60-60-130z" fill="${INK}"/><circle cx="700" cy="230" r="11" fill="${INK}"/><circle cx="602" cy="270" r="16" fill="${INK}"/><path d="M890 520c80 0 120-50 110-120" fill="none" stroke="${coral.edge}" stroke-width="30" stroke-linecap="round"/>`,
  ),
  table: svg(
    coral.tint,
    `${table(apricot.fill)}${steam(530, 270, coral.edge)}<ellipse cx="575" cy="330" rx="230" ry="44" fill="${PAPER}"/><path d="M345 330h460c0 140-90 220-230 220s-230-80-230-220z" fill="${sky.edge}"/><ellipse cx="575" cy="330" rx="190" ry="30" fill="${citron.fill}"/><circle cx="510" cy="326" r="22" fill="${coral.fill}"/><circle cx="630" cy="334" r="26" fill="${mint.edge}"/>
    <ellipse cx="985" cy="560" rx="150" ry="36" fill="${PAPER}"/><ellipse cx="985" cy="556" rx="96" ry="20" fill="${mint.tint}"/><g fill="none" stroke="${INK}" stroke-width="14" stroke-linecap="round"><path d="M150 620l62-130m-30-34-12 40 42-6M222 436l-12 54M262 474l-50 16"/><path d="M262 628l60-120"/></g><ellipse cx="338" cy="476" rx="26" ry="42" transform="rotate(26 338 476)" fill="${INK}"/>`,
  ),
  bicycle: svg(
    mint.tint,
    `<circle cx="860" cy="260" r="190" fill="${coral.fill}"/><rect y="560" width="1200" height="115" fill="${mint.edge}"/>
    <g fill="none" stroke="${INK}" stroke-width="16"><circle cx="390" cy="440" r="124"/><circle cx="800" cy="440" r="124"/></g><g fill="none" stroke="${coral.edge}" stroke-width="20" stroke-linejoin="round" stroke-linecap="round"><path d="M390 440 500 270h230l70 170M500 270l90 170H390M590 440l140-170-14-60"/></g><path d="M690 206h80M460 252h80" stroke="${INK}" stroke-width="22" stroke-linecap="round"/><circle cx="590" cy="440" r="30" fill="${INK}"/>`,
  ),
  sea: svg(
    sky.tint,
    `<circle cx="330" cy="330" r="120" fill="${apricot.fill}"/><rect y="370" width="1200" height="305" fill="${sky.fill}"/>
    <path d="M690 130v300H520z" fill="${PAPER}"/><path d="M714 170v260h150z" fill="${coral.fill}"/><path d="M700 110v350" stroke="${INK}" stroke-width="12"/><path d="M480 450h440c-20 70-70 100-140 100H620c-70 0-120-30-140-100z" fill="${INK}"/>
    ${repeat(3, (row: number) => `<path d="M-40 ${520 + row * 56}${repeat(9, () => 'q40-36 75 0t75 0')}V690H-40z" fill="${[sky.edge, '#16568F', '#103F69'][row]}" opacity=".85"/>`)}`,
  ),
  garden: svg(
    apricot.tint,
    `<rect y="540" width="1200" height="40" fill="${INK}"/><rect y="580" width="1200" height="95" fill="${apricot.fill}"/>
    ${plant(240, coral, 130)}${plant(600, sky, 220)}${plant(950, orchid, 90)}`,
  ),
  moon: svg(
    '#1B2140',
    `${stars(PAPER)}<circle cx="860" cy="190" r="110" fill="${citron.tint}"/><circle cx="820" cy="160" r="18" fill="${citron.fill}"/><circle cx="890" cy="230" r="26" fill="${citron.fill}"/>${hill('M0 520c300-160 560-150 1200 30v125H0z', mint.edge)}${hill('M0 600c400-70 800-40 1200 0v75H0z', INK)}
    <rect x="330" y="340" width="150" height="120" fill="${coral.edge}"/><path d="M306 344 405 260l99 84z" fill="${INK}"/><rect x="372" y="376" width="56" height="50" fill="${apricot.fill}"/>`,
  ),
  match: svg(
    mint.fill,
    `${repeat(6, (n: number) => `<rect x="${n * 200}" width="100" height="675" fill="${mint.edge}" opacity=".18"/>`)}<g fill="none" stroke="${PAPER}" stroke-width="10"><rect x="60" y="50" width="1080" height="575"/><path d="M600 50v575"/><circle cx="600" cy="337" r="110"/><path d="M60 187h170v300H60M1140 187H970v300h170"/></g>
    <circle cx="600" cy="337" r="44" fill="${PAPER}"/><path d="m600 312 24 18-9 28h-30l-9-28z" fill="${INK}"/>${player(330, 220, coral)}${player(380, 450, coral)}${player(210, 340, coral)}${player(860, 230, sky)}${player(820, 470, sky)}${player(1000, 340, sky)}`,
  ),
  music: svg(
    orchid.tint,
    `<circle cx="390" cy="337" r="250" fill="${INK}"/>${repeat(4, (n: number) => `<circle cx="390" cy="337" r="${120 + n * 32}" fill="none" stroke="${orchid.edge}" stroke-width="4" opacity=".6"/>`)}<circle cx="390" cy="337" r="86" fill="${coral.fill}"/><circle cx="390" cy="337" r="14" fill="${PAPER}"/>
    ${repeat(7, (n: number) => {
      const height = [140, 300, 420, 220, 360, 180, 90][n];
      return `<rect x="${710 + n * 62}" y="${337 - height / 2}" width="40" height="${height}" rx="20" fill="${[orchid, coral, apricot, citron, mint, sky, orchid][n].edge}"/>`;
    })}`,
  ),
  umbrella: svg(
    sky.fill,
    `${repeat(30, (n: number) => `<path d="M${(n * 271 + 60) % 1180} ${(n * 149) % 540}l-18 54" stroke="${n % 3 ? sky.edge : PAPER}" stroke-width="9" stroke-linecap="round"/>`)}<path d="M0 610h1200v65H0z" fill="${sky.edge}"/>
    <path d="M600 150c-190 0-310 110-330 240 60-50 110-50 165 0 50-50 110-50 165 0 55-50 115-50 165 0 55-50 105-50 165 0-20-130-140-240-330-240z" fill="${apricot.fill}"/><path d="M600 150c-70 40-150 130-165 240 50-50 110-50 165 0 55-50 115-50 165 0-15-110-95-200-165-240z" fill="${coral.fill}"/><path d="M600 120v390c0 70 100 70 100 0" fill="none" stroke="${INK}" stroke-width="18" stroke-linecap="round"/>`,
  ),
  lanterns: svg(
    '#241A3A',
    `${stars(orchid.tint)}<path d="M1010 70a86 86 0 1 0 70 130 70 70 0 1 1-70-130z" fill="${citron.tint}"/><path d="M-20 100c300 50 900 50 1240 0" fill="none" stroke="${PAPER}" stroke-width="6"/>${repeat(5, lantern)}<path d="M0 600c300-40 900-40 1200 0v75H0z" fill="${INK}"/>`,
  ),
};
