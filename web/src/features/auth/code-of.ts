/** The code of a failure, of the server or of Firebase; empty where it has none. */
export const codeOf = (error: unknown): string => (error as { code?: string } | null)?.code ?? '';
