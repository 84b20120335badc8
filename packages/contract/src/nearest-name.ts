/** The known name closest to a mistyped or reordered one; null if none is close. */
export function nearestName(given: string, known: Iterable<string>): string | null {
  let nearest: string | null = null
  let distanceMin = Math.max(2, Math.floor(given.length / 3)) + 1
  for (const name of known) {
    const sameWords = wordsInOrder(given) === wordsInOrder(name)
    const distance = sameWords ? 0 : editDistance(given.toLowerCase(), name)
    if (distance < distanceMin) {
      nearest = name
      distanceMin = distance
    }
  }
  return nearest
}

const nameLengthMax = 64

/** `customer_external_id` and `externalCustomerId` consist of the same words. */
const wordsInOrder = (name: string): string =>
  name
    .replace(/[A-Z]/g, (letter) => `_${letter}`)
    .toLowerCase()
    .split('_')
    .sort()
    .join('_')

function editDistance(a: string, b: string): number {
  if (a.length > nameLengthMax || b.length > nameLengthMax) return Number.POSITIVE_INFINITY
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const removed = (previous[column] ?? 0) + 1
      const inserted = (current[column - 1] ?? 0) + 1
      current.push(Math.min(replaced, removed, inserted))
    }
    previous = current
  }
  return previous[b.length] ?? 0
}
