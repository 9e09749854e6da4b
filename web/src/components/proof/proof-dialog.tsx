import { lazy, Suspense, useState } from 'react';
import { useProofQuestion, type ProofQuestion } from './with-proof';

const ProofWindow = lazy(() => import('./proof-window'));

/** Asks the person to prove that it is them, whenever an act of `useProof` needs it. Rendered once by a page. */
export function ProofDialog() {
  const question = useProofQuestion();
  // Kept while the dialog closes.
  const [last, setLast] = useState<ProofQuestion | null>(question);
  if (question && question !== last) setLast(question);
  return (
    <Suspense fallback={null}>
      {last && <ProofWindow key={last.id} question={last} open={question !== null} />}
    </Suspense>
  );
}
