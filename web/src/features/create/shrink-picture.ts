/** Pixels of the longer side; the server keeps no more. */
const SIDE_MAX = 1_280;
/** A smaller file is sent as it is. */
const SMALL_BYTES = 300_000;

const encoded = (canvas: HTMLCanvasElement, type: string): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, 0.9));

/**
 * A picture of an option as small as the server keeps it, so that six from a camera are sent as quickly as one. A file
 * that this browser cannot read is returned as it is; the server decides.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (file.size <= SMALL_BYTES || typeof createImageBitmap === 'undefined') return file;
  try {
    const bitmap = await createImageBitmap(file);
    const scale = Math.min(1, SIDE_MAX / Math.max(bitmap.width, bitmap.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(bitmap.width * scale));
    canvas.height = Math.max(1, Math.round(bitmap.height * scale));
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    let blob = await encoded(canvas, 'image/webp');
    // Browsers that cannot write WebP write PNG, in which a photograph is larger than before.
    if (blob?.type !== 'image/webp' && file.type === 'image/jpeg') blob = await encoded(canvas, 'image/jpeg');
    return blob && blob.size < file.size ? new File([blob], file.name, { type: blob.type }) : file;
  } catch {
    return file;
  }
}
