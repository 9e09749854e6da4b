/** Milliseconds after which the browser has begun to read the file. */
const READ_MS = 60_000;

/** Offers a file for saving. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), READ_MS);
}
