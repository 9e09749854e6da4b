import { encode } from 'uqr';

/** Modules around the code that must stay light, as the standard requires. */
const QUIET = 4;
/** Pixels of the saved picture. */
const PNG_SIZE = 1_024;
const DARK = '#000000';
const LIGHT = '#FFFFFF';

export interface QrCode {
  /** Modules of a side, the quiet zone included. */
  readonly size: number;
  /** Path of the dark modules, in modules. */
  readonly path: string;
}

/**
 * The QR code of a text. It is readable with a quarter of its area hidden or dirty.
 * @param ecc `L`, for a code that is only shown on screens, has larger modules and spares no damage
 */
export function qrCode(text: string, ecc: 'Q' | 'L' = 'Q'): QrCode {
  const { data, size } = encode(text, { ecc, border: QUIET });
  const runs = data.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      return `M${x} ${y}h${(end < 0 ? size : end) - x}v1H${x}z`;
    }),
  );
  return { size, path: runs.join('') };
}

/** The code as an SVG file, black on white. */
export const qrSvg = ({ size, path }: QrCode): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
  `<rect width="${size}" height="${size}" fill="${LIGHT}"/><path fill="${DARK}" d="${path}"/></svg>`;

/** The code as a picture of at most 1,024 pixels, so that each module has whole pixels. */
export function qrPng({ size, path }: QrCode): Promise<Blob> {
  const scale = Math.floor(PNG_SIZE / size);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = size * scale;
  const pen = canvas.getContext('2d');
  if (!pen) return Promise.reject(new Error('no canvas'));
  pen.fillStyle = LIGHT;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(scale, scale);
  pen.fillStyle = DARK;
  pen.fill(new Path2D(path));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
