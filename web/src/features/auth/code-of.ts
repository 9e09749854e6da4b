/** The code of a failure, from the server or from Firebase; empty where it has none. */
export const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';
