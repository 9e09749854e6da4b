import type { Screen } from './screens.mts';

/** How a screen is looked at. */
export interface Look {
  /** Also the folder's. */
  name: string;
  size: 'phone' | 'desktop' | 'tablet' | 'narrow';
  phone: boolean;
  /** In CSS pixels. */
  viewport: { width: number; height: number };
  colorScheme: 'light' | 'dark';
}

const SIZES = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1340, height: 900 },
  tablet: { width: 820, height: 1180 },
  narrow: { width: 320, height: 640 },
};
const EVERY_SCREEN = ['phone', 'desktop'];

export const LOOKS: Look[] = Object.entries(SIZES).flatMap(([size, viewport]) =>
  (['light', 'dark'] as const).map((colorScheme) => ({
    name: `${size}-${colorScheme}`,
    size: size as Look['size'],
    phone: viewport.width < 640,
    viewport,
    colorScheme,
  })),
);

/**
 * Whether a screen is photographed in a look: on a phone and a desktop all are, in other sizes those that ask for it.
 */
export const isTakenIn = ({ also = [] }: Screen, { size }: Look) =>
  EVERY_SCREEN.includes(size) || also.includes(size as 'tablet' | 'narrow');
