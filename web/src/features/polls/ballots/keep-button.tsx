import { lazy, Suspense, useState, type ReactNode } from 'react';

const KeepSheet = lazy(async () => ({ default: (await import('./keep-sheet')).KeepSheet }));

/** Opens the sheet that says what we keep of a vote on a sealed poll. */
export function KeepButton({ className, children }: { className: string | undefined; children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        className={className}
        aria-haspopup="dialog"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {children}
      </button>
      {asked && (
        <Suspense fallback={null}>
          <KeepSheet open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
