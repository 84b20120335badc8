const prefix = 'GUILDHALL_'

/** The name that was probably meant, or null where none is near. */
export function nearestName(name: string, names: readonly string[]): string | null {
  const bare = name.replace(prefix, '')
  const [nearest] = names
    .map((known) => ({
      known,
      distance: Math.min(editDistance(name, known), editDistance(bare, known)),
    }))
    .filter(({ known, distance }) => distance <= Math.max(2, known.length / 6))
    .sort((a, b) => a.distance - b.distance)
  return nearest?.known ?? null
}

/** How many letters to add, drop or change (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const above = row
    row = [i]
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (above[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1)
      row.push(Math.min(changed, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1))
    }
  }
  return row[b.length] ?? 0
}
