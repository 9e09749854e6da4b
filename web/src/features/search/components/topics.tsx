import { INKS } from '@inkling/contracts/constants';

/** The order of the inks, so that neighbours differ. */
const ORDER = [3, 4, 5, 0, 1, 2] as const;

/** Topics as strips of highlighter; pressing one searches for it. */
export function Topics({ topics, onPick }: { topics: readonly string[]; onPick: (topic: string) => void }) {
  return (
    <ul className="topics">
      {topics.map((topic, index) => (
        <li key={topic}>
          <button
            type="button"
            className="topic"
            data-ink={INKS[ORDER[index % ORDER.length] ?? 0]}
            data-hit
            onClick={() => onPick(topic)}
          >
            <bdi>{topic}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}
