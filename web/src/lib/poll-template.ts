/** A question that /create starts with, passed in the state of a link. */
export interface PollTemplate {
  question: string;
  options: string[];
}

/** The template in a location's state; null where there is none. */
export function templateOf(state: unknown): PollTemplate | null {
  const template = (state as { template?: Partial<PollTemplate> } | null)?.template;
  return typeof template?.question === 'string' && Array.isArray(template.options)
    ? { question: template.question, options: template.options }
    : null;
}
