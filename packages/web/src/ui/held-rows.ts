interface Row {
  id: string
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
  if (held.length === 0) return { rows: latest, newer: 0 }
  const byId = new Map(latest.map((row) => [row.id, row]))
  const isHeld = new Set(held.map(({ id }) => id))
  // Without any of them, newer rows have pushed all of them off the page.
  const end = latest.findLastIndex(({ id }) => isHeld.has(id)) + 1
  const older = end === 0 ? [] : latest.slice(end)
  const others = latest.slice(0, end || latest.length).filter(({ id }) => !isHeld.has(id))
  return {
    rows: [...held.map((row) => byId.get(row.id) ?? row), ...older],
    newer: others.length,
  }
}
