interface Row {
  id: string
  sequence: number
}

export interface HeldRows<T extends Row> {
  /** Newest first. */
  rows: readonly T[]
  /** The number of newer rows that aren’t shown. */
  newer: number
}

/**
 * Keeps rows in place while a live list is read: rows are updated, and only older ones are
 * appended.
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
