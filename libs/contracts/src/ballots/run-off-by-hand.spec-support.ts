/**
 * The run-off of docs/product.md#run-off once more, for comparison: counted as people would count paper, ballot by
 * ballot and pile by pile. It shares nothing with the product's code.
 */
export interface Paper {
  /** What is written on it, the first choice first. */
  readonly choices: readonly string[];
}

export interface CountedRound {
  readonly piles: Readonly<Record<string, number>>;
  readonly leaves: string | undefined;
  readonly withoutChoice: number;
  readonly cameOver: Readonly<Record<string, number>>;
}

/** Options are named by letters, in the author's order: A, B and so on. */
export function countByHand(papers: readonly Paper[], names: readonly string[], pollId: number) {
  const rounds: CountedRound[] = [];
  if (papers.length === 0) return { rounds, winner: undefined };
  let piles = new Map<string, Paper[]>(names.map((name) => [name, []]));
  let withoutChoice = 0;
  let cameOver: Record<string, number> = {};
  for (const paper of papers) piles.get(paper.choices[0]!)!.push(paper);
  for (;;) {
    const sizes = [...piles].map(([name, pile]) => [name, pile.length] as const);
    const counting = papers.length - withoutChoice;
    const [first] = sizes.filter(([, size]) => size > counting - size);
    const leaves = first ? undefined : whoLeaves(rounds, piles, pollId);
    rounds.push({ piles: Object.fromEntries(sizes), leaves, withoutChoice, cameOver });
    if (leaves === undefined) return { rounds, winner: first![0] };
    const spread = piles.get(leaves)!;
    piles = new Map([...piles].filter(([name]) => name !== leaves));
    cameOver = {};
    for (const paper of spread) {
      let next: string | undefined;
      for (const choice of paper.choices) if (next === undefined && piles.has(choice)) next = choice;
      if (next === undefined) withoutChoice += 1;
      else {
        piles.get(next)!.push(paper);
        cameOver[next] = (cameOver[next] ?? 0) + 1;
      }
    }
  }
}

/** Compares two options by their sizes now, then in the round before, and so back. */
function whoLeaves(rounds: readonly CountedRound[], piles: ReadonlyMap<string, Paper[]>, pollId: number): string {
  const sizesOf = (name: string): number[] => [
    piles.get(name)!.length,
    ...[...rounds].reverse().map((round) => round.piles[name]!),
  ];
  const ranked = [...piles.keys()].sort((one, other) => {
    const [ofOne, ofOther] = [sizesOf(one), sizesOf(other)];
    const differs = ofOne.findIndex((size, index) => size !== ofOther[index]);
    return differs < 0 ? 0 : ofOne[differs]! - ofOther[differs]!;
  });
  const equals = ranked.filter((name) => String(sizesOf(name)) === String(sizesOf(ranked[0]!))).sort();
  return equals[Number(hashOf(`${pollId}/${rounds.length + 1}`) % BigInt(equals.length))]!;
}

/** FNV-1a as its authors define it: exclusive or with each byte, then times 16777619, modulo 2 to the power of 32. */
function hashOf(text: string): bigint {
  let hash = 2_166_136_261n;
  for (const byte of new TextEncoder().encode(text)) hash = ((hash ^ BigInt(byte)) * 16_777_619n) % 4_294_967_296n;
  return hash;
}

/** The option that wins each duel of two, by asking every paper. */
export function winnerOfDuels(papers: readonly Paper[], names: readonly string[]): string | undefined {
  const prefers = ({ choices }: Paper, one: string, other: string): boolean => {
    for (const choice of choices) if (choice === one || choice === other) return choice === one;
    return false;
  };
  const wins = (one: string, other: string): boolean => {
    let lead = 0;
    for (const paper of papers) lead += Number(prefers(paper, one, other)) - Number(prefers(paper, other, one));
    return lead > 0;
  };
  return names.find((one) => names.every((other) => one === other || wins(one, other)));
}
