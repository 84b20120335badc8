// A lifecycle is a table of which move leads from which status to which. Moves to nowhere, unknown
// moves and unknown statuses don't compile.
type Moves<T> = { readonly [S in keyof T]: Readonly<Record<string, keyof T & string>> }

export interface Lifecycle<T extends Moves<T>> {
  readonly starts: readonly (keyof T & string)[]
  readonly ends: readonly (keyof T & string)[]
  readonly moves: T
}

export type StatusOf<L extends { readonly moves: object }> = keyof L['moves'] & string

export type MoveOf<L extends { readonly moves: object }> = MoveIn<L['moves']>

type MoveIn<T> = { [S in keyof T]: keyof T[S] & string }[keyof T]

export const lifecycle = <const T extends Moves<T>>(table: Lifecycle<T>): Lifecycle<T> => table

// The status a move leads to, or null where the move is not allowed.
export function next<T extends Moves<T>>(
  { moves }: Lifecycle<T>,
  from: keyof T & string,
  move: MoveIn<T>,
): (keyof T & string) | null {
  const possible: Readonly<Record<string, keyof T & string>> = moves[from]
  return Object.hasOwn(possible, move) ? (possible[move] ?? null) : null
}

// The faults that types can't catch: unreachable statuses, final statuses with moves, dead ends.
export function lifecycleFaults<T extends Moves<T>>(table: Lifecycle<T>): string[] {
  const arrows = arrowsOf(table)
  const reached = reachable(table.starts, arrows)
  const leaving = new Set(arrows.map(({ from }) => from))
  const ends = new Set<string>(table.ends)
  return Object.keys(table.moves).flatMap((status) => [
    ...(reached.has(status) ? [] : [`${status} is never reached`]),
    ...(ends.has(status) && leaving.has(status) ? [`${status} is final but has moves`] : []),
    ...(ends.has(status) || leaving.has(status) ? [] : [`${status} is a dead end`]),
  ])
}

export function drawLifecycle<T extends Moves<T>>(table: Lifecycle<T>): string {
  const starts = table.starts.map((status) => `  [*] --> ${status}`)
  const moves = arrowsOf(table).map(({ from, move, to }) => `  ${from} --> ${to}: ${move}`)
  const ends = table.ends.map((status) => `  ${status} --> [*]`)
  return ['stateDiagram-v2', ...starts, ...moves, ...ends].join('\n')
}

interface Arrow {
  readonly from: string
  readonly move: string
  readonly to: string
}

function arrowsOf<T extends Moves<T>>({ moves }: Lifecycle<T>): Arrow[] {
  const rows = Object.entries<Readonly<Record<string, string>>>(moves)
  return rows.flatMap(([from, row]) =>
    Object.entries(row).map(([move, to]) => ({ from, move, to })),
  )
}

function reachable(starts: readonly string[], arrows: readonly Arrow[]): ReadonlySet<string> {
  const reached = new Set(starts)
  // A Set may grow during iteration: the loop then visits the added statuses too.
  for (const status of reached) {
    for (const { from, to } of arrows) if (from === status) reached.add(to)
  }
  return reached
}
