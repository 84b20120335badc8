/** Where events of few types are asked for, no call looks at more of the line than this. */
const placesMax = 5_000

interface Line {
  /** The last place that is gone, or was never there. */
  readonly before: number
  readonly last: number
}

interface Stretch {
  readonly after: number
  /** Belongs to it. */
  readonly through: number
}

/** Which piece of the line one call looks at; null begins with the oldest that is kept. */
export function stretchOf({ before, last }: Line, after: number | 'latest' | null): Stretch {
  if (after === 'latest') return { after: last, through: last }
  const from = Math.max(after ?? before, before)
  return { after: from, through: Math.max(from, Math.min(from + placesMax, last)) }
}
