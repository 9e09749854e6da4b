import { useEffect, useState } from 'react';

const holdsFile = (data: DataTransfer | null): data is DataTransfer => data?.types.includes('Files') === true;

/**
 * Takes a file that is pasted or dropped anywhere on the page; by default a browser would leave the page for it.
 * @returns whether a file is being dragged over the page
 */
export function useDroppedFile(onFile: (file: File) => void, disabled: boolean): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const file = event.clipboardData?.files[0];
      // Spreadsheets and such put a picture beside the text that is meant.
      if (disabled || !file || event.clipboardData?.types.includes('text/plain')) return;
      event.preventDefault();
      onFile(file);
    };
    const onDragOver = (event: DragEvent) => {
      if (!holdsFile(event.dataTransfer)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
      setOver(!disabled);
    };
    const onDragLeave = (event: DragEvent) => {
      // Without a related target the pointer has left the window.
      if (!event.relatedTarget) setOver(false);
    };
    const onDrop = (event: DragEvent) => {
      if (!holdsFile(event.dataTransfer)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer.files[0];
      if (file && !disabled) onFile(file);
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDragOver);
    document.addEventListener('dragleave', onDragLeave);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDragOver);
      document.removeEventListener('dragleave', onDragLeave);
      document.removeEventListener('drop', onDrop);
    };
  }, [onFile, disabled]);
  return over;
}
