/** A question that /create begins with, to be edited before it is published. Handed over in the state of a link. */
export interface PollTemplate {
  question: string;
  options: string[];
}

/** The template of a place's state; null where it has none. */
export function templateOf(state: unknown): PollTemplate | null {
  const template = (state as { template?: Partial<PollTemplate> } | null)?.template;
  return typeof template?.question === 'string' && Array.isArray(template.options)
    ? { question: template.question, options: template.options }
    : null;
}
