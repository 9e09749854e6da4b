import { useCallback, useState } from 'react';

/** A form's problem, shown under one of its fields. `F` is the union of the field names. */
export function useFieldProblem<F extends string>() {
  const [problem, setProblem] = useState<{ field: F; text: string } | null>(null);
  const refuse = useCallback((field: F, text: string) => setProblem({ field, text }), []);
  const clear = useCallback(() => setProblem(null), []);
  const errorOf = (field: F): string | undefined => (problem?.field === field ? problem.text : undefined);
  return { errorOf, refuse, clear };
}
