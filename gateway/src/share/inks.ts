import { INKS } from '@inkling/contracts';

type Ink = (typeof INKS)[number];
export interface InkColors {
  readonly fill: string;
  readonly tint: string;
  readonly edge: string;
}

/** The light theme's colours, in which share cards are drawn. A spec of the web compares them with its tokens. */
export const LIGHT = {
  paper: '#F0F1EA',
  surface: '#FFFFFF',
  well: '#E6E8DE',
  line: '#D5D8CB',
  control: '#7B8074',
  ink: '#14171C',
  ink2: '#454A52',
  ink3: '#5F656C',
  citron: '#DDF03C',
} as const;
export const DARK = {
  paper: '#0F1115',
  surface: '#171A20',
  well: '#21252D',
  line: '#2D323C',
  control: '#747C8B',
  ink: '#F2F3EC',
  ink2: '#B9BEC8',
  ink3: '#969DAA',
  citron: '#DDF03C',
} as const;

export const LIGHT_INKS: Record<Ink, InkColors> = {
  citron: { fill: '#DDF03C', tint: '#F2F8C2', edge: '#6F7C00' },
  coral: { fill: '#FFA48F', tint: '#FFE4DC', edge: '#B03A1F' },
  sky: { fill: '#90CBFF', tint: '#DDEFFF', edge: '#1C6FB8' },
  mint: { fill: '#80E1B4', tint: '#D8F6E7', edge: '#0F7D50' },
  orchid: { fill: '#DDB2FF', tint: '#F3E6FF', edge: '#8A45BF' },
  apricot: { fill: '#FFC661', tint: '#FFEDCB', edge: '#A36500' },
};
export const DARK_INKS: Record<Ink, InkColors> = {
  citron: { fill: '#525C0E', tint: '#2B3011', edge: '#DDF03C' },
  coral: { fill: '#86392A', tint: '#3D211C', edge: '#FFA48F' },
  sky: { fill: '#1D5482', tint: '#162C40', edge: '#90CBFF' },
  mint: { fill: '#1A5E44', tint: '#152F26', edge: '#80E1B4' },
  orchid: { fill: '#5F3C85', tint: '#2E2340', edge: '#DDB2FF' },
  apricot: { fill: '#704D10', tint: '#362A13', edge: '#FFC661' },
};

/** The ink of a poll. */
export const inkOf = (pollId: number): Ink => INKS[pollId % INKS.length]!;
