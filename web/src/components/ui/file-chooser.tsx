import type { RefObject } from 'react';

interface FileChooserProps {
  /** A button of the caller opens the browser's dialog by `click()`. */
  ref: RefObject<HTMLInputElement | null>;
  accept: string;
  onChoose: (file: File) => void;
}

/** Chooses one file. Nobody sees it or reaches it by keyboard, since the caller's button stands for it. */
export const FileChooser = ({ ref, accept, onChoose }: FileChooserProps) => (
  <input
    ref={ref}
    type="file"
    className="vh"
    tabIndex={-1}
    accept={accept}
    aria-hidden="true"
    onChange={(event) => {
      const file = event.target.files?.[0];
      // Allows the same file to be chosen again after it was removed.
      event.target.value = '';
      if (file) onChoose(file);
    }}
  />
);
