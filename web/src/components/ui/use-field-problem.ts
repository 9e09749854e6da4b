import { useCallback, useState } from 'react';

/** What is wrong with a form, shown under one of its fields. `F` are the names of the fields. */
export function useFieldProblem<F extends string>() {
  const [problem, setProblem] = useState<{ field: F; text: string } | null>(null);
  const refuse = useCallback((field: F, text: string) => setProblem({ field, text }), []);
  const clear = useCallback(() => setProblem(null), []);
  const errorOf = (field: F): string | undefined => (problem?.field === field ? problem.text : undefined);
  return { errorOf, refuse, clear };
}
