/** A part of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Quality of the JPEG, 0 to 1. */
const QUALITY = 0.95;
/** Largest side in pixels at which a profile picture is shown. */
const SIDE_MAX = 1024;

function load(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error('The picture cannot be decoded'));
    image.src = url;
  });
}

/** The square of a picture as a JPEG file, at most 1024 pixels wide. Rejects when the browser cannot do it. */
export async function cropImage(url: string, { x, y, width, height }: Area): Promise<File> {
  const image = await load(url);
  const side = Math.max(1, Math.round(Math.min(width, SIDE_MAX)));
  const canvas = document.createElement('canvas');
  canvas.width = side;
  canvas.height = side;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  // JPEG has no transparency; without a ground, transparent parts would turn black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, side, side);
  context.imageSmoothingQuality = 'high';
  context.drawImage(image, x, y, width, height, 0, 0, side, side);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
  if (!blob) throw new Error('The picture cannot be encoded');
  return new File([blob], 'picture.jpg', { type: 'image/jpeg' });
}
