import { dice } from './random.mts';
import type { DemoPerson } from './people.mts';

/** The product's inks (docs/product.md#appearance): each as fill, tint and edge. */
const INKS = [
  { fill: '#DDF03C', tint: '#F2F8C2', edge: '#6F7C00' },
  { fill: '#FFA48F', tint: '#FFE4DC', edge: '#B03A1F' },
  { fill: '#90CBFF', tint: '#DDEFFF', edge: '#1C6FB8' },
  { fill: '#80E1B4', tint: '#D8F6E7', edge: '#0F7D50' },
  { fill: '#DDB2FF', tint: '#F3E6FF', edge: '#8A45BF' },
  { fill: '#FFC661', tint: '#FFEDCB', edge: '#A36500' },
];
const INK = '#14171C';
const SKIN = ['#F6D3B8', '#E8B68F', '#C98F63', '#A66C43', '#7B4A2D', '#5A3420'];
const HAIR = ['#1D1715', '#3A241A', '#6B4226', '#B5793C', '#8C8C90', '#26324A'];

type Hair = (hair: string, cloth: string) => string;

/** Drawn behind the head. */
const BACK_HAIR: Record<string, Hair> = {
  long: (hair) => `<path d="M100 128c0-58 34-92 78-92s78 34 78 92v112H100z" fill="${hair}"/>`,
  curls: (hair) =>
    `<g fill="${hair}"><circle cx="116" cy="112" r="34"/><circle cx="148" cy="76" r="38"/>
      <circle cx="200" cy="72" r="40"/><circle cx="240" cy="110" r="34"/><circle cx="108" cy="152" r="26"/>
      <circle cx="250" cy="150" r="26"/></g>`,
  scarf: (_hair, cloth) =>
    `<path d="M92 150c0-70 36-112 86-112s86 42 86 112c0 40 8 84 26 120H66c18-36 26-80 26-120z" fill="${cloth}"/>`,
  bun: (hair) => `<circle cx="178" cy="44" r="30" fill="${hair}"/>`,
  short: () => '',
  none: () => '',
};
/** Drawn over the head. */
const FRONT_HAIR: Record<string, Hair> = {
  long: (hair) =>
    `<path d="M116 124c0-44 26-70 62-70s62 26 62 70c-22-8-40-24-52-46-14 24-40 40-72 46z" fill="${hair}"/>`,
  curls: (hair) => `<path d="M120 118c4-36 28-56 58-56s54 20 58 56c-16-18-32-26-58-26s-42 8-58 26z" fill="${hair}"/>`,
  scarf: (_hair, cloth) =>
    `<path d="M178 56c40 0 66 30 66 74l-8 8c-6-38-26-58-58-58s-52 20-58 58l-8-8c0-44 26-74 66-74z" fill="${cloth}"/>`,
  bun: (hair) => `<path d="M116 126c0-46 24-72 62-72s62 26 62 72c-10-26-32-42-62-42s-52 16-62 42z" fill="${hair}"/>`,
  short: (hair) =>
    `<path fill="${hair}"
      d="M114 128c-4-50 20-80 64-80s70 30 64 80c-4-20-12-34-24-42-24 6-60 6-80-2-12 10-20 24-24 44z"/>`,
  none: () => '',
};
const GLASSES = `<g fill="none" stroke="${INK}" stroke-width="6"><circle cx="150" cy="142" r="20"/>
  <circle cx="206" cy="142" r="20"/><path d="M170 140h16"/></g>`;
const beard = (hair: string) =>
  `<path d="M118 150c2 56 24 80 60 80s58-24 60-80c-14 30-34 36-60 36s-46-6-60-36z" fill="${hair}"/>`;

/** Of those who have no look of their own; a scarf is worn by choice. */
const BY_CHANCE = ['long', 'curls', 'bun', 'short', 'none'];

function lookOf({ email, look }: DemoPerson) {
  const { below, chance } = dice('look', email);
  if (look === undefined) {
    const style = BY_CHANCE[below(BY_CHANCE.length)]!;
    return {
      style,
      skin: SKIN[below(SKIN.length)]!,
      hair: HAIR[below(HAIR.length)]!,
      bearded: ['short', 'none'].includes(style) && chance(0.4),
      glasses: chance(0.3),
    };
  }
  const [style = '', skin, hair, ...extras] = look.split(' ');
  return {
    style,
    skin: SKIN[Number(skin)]!,
    hair: HAIR[Number(hair)]!,
    bearded: extras.includes('beard'),
    glasses: extras.includes('glasses'),
  };
}

/**
 * An abstract portrait, the same for a person every time.
 * @returns SVG
 */
export function portrait(person: DemoPerson): string {
  const { style, skin, hair, bearded, glasses } = lookOf(person);
  const ground = INKS[person.index % INKS.length]!;
  const shirt = INKS[(person.index + 1 + dice('shirt', person.email).below(INKS.length - 1)) % INKS.length]!;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 356 356">
    <rect width="356" height="356" fill="${ground.fill}"/>
    <path d="M0 300 356 210v146H0z" fill="${ground.tint}" opacity=".7"/>
    ${BACK_HAIR[style]?.(hair, shirt.edge)}
    <path d="M36 372c4-84 56-124 142-124s138 40 142 124z" fill="${shirt.fill}"/>
    <path d="M150 200h56v52c-8 26-48 26-56 0z" fill="${skin}"/>
    <path d="M150 214c16 14 40 14 56 0v14c-16 14-40 14-56 0z" fill="#000" opacity=".14"/>
    <ellipse cx="178" cy="142" rx="60" ry="72" fill="${skin}"/>
    ${bearded ? beard(hair) : ''}
    <g fill="${INK}"><circle cx="152" cy="142" r="6"/><circle cx="204" cy="142" r="6"/></g>
    <path d="M158 180c12 12 28 12 40 0" fill="none" stroke="${bearded ? ground.tint : INK}" stroke-width="6"
      stroke-linecap="round"/>
    ${FRONT_HAIR[style]?.(hair, shirt.edge)}
    ${glasses ? GLASSES : ''}
  </svg>`;
}
