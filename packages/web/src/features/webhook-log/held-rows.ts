interface Row {
  id: string
  sequence: number
}

export interface HeldRows<T extends Row> {
  /** The newest first. */
  rows: readonly T[]
  /** How many have come since, and aren’t shown. */
  newer: number
}

/**
 * What somebody goes on reading while the list lives on: every row stays at its place, as things
 * stand now where that is known, and only what is older joins, at the end.
 */
export function heldBack<T extends Row>(held: readonly T[], latest: readonly T[]): HeldRows<T> {
  const oldest = held.at(-1)
  if (oldest === undefined) return { rows: latest, newer: 0 }
  const byId = new Map(latest.map((row) => [row.id, row]))
  const isHeld = new Set(held.map(({ id }) => id))
  const older = latest.filter(({ sequence }) => sequence < oldest.sequence)
  const others = latest.filter(({ id, sequence }) => !isHeld.has(id) && sequence > oldest.sequence)
  return {
    rows: [...held.map((row) => byId.get(row.id) ?? row), ...older],
    newer: others.length,
  }
}
