import type { Currency } from '@guildhall/contract/primitives'
import type { Counted } from './parts.ts'
import type { Carried } from './sums.ts'

/** The days until a bucket ends. */
export interface Window {
  readonly from: Date
  readonly until: Date
}

interface Payers {
  /** One for each bucket. */
  readonly windows: readonly Window[]
  /** When the range begins, and what happened before it. */
  readonly start: Date
  readonly opening: Carried
  /** Since the first window. */
  readonly moves: readonly Counted[]
  readonly currencies: readonly Currency[]
}

/** Of each window: the customers who left in it / those who paid at its beginning. */
export function trailingChurnRates({ windows, start, opening, ...read }: Payers): number[] {
  const moves = read.moves
    .filter(({ currency }) => read.currencies.includes(currency))
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const gained = runningSums(moves, 'gained')
  const lost = runningSums(moves, 'lost')
  const until = (instant: Date) => countBefore(moves, instant)
  const payingAt = (at: number): number => (gained[at] ?? 0) - (lost[at] ?? 0)
  const payingBefore = opening.gained - opening.lost - payingAt(until(start))
  return windows.map((window) => {
    const [from, end] = [until(window.from), until(window.until)]
    const left = (lost[end] ?? 0) - (lost[from] ?? 0)
    const paying = payingBefore + payingAt(from)
    return paying === 0 ? 0 : left / paying
  })
}

/** The sum of those before each, and of all. */
function runningSums(moves: readonly Counted[], name: 'gained' | 'lost'): number[] {
  const sums = [0]
  for (const move of moves) sums.push((sums.at(-1) ?? 0) + Number(move[name]))
  return sums
}

function countBefore(moves: readonly Counted[], instant: Date): number {
  let [low, high] = [0, moves.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((moves[middle]?.startsAt ?? instant) < instant) low = middle + 1
    else high = middle
  }
  return low
}
