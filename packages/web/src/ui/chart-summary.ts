export interface ChartPoint {
  /** The period, as its axis names it: "14 Jan". */
  label: string
  value: number
  /** The same place in the period before. */
  previous?: number
}

/** What the line shows, for who can't see it: ends, extremes, and the sum before. */
export function summarize(
  points: readonly ChartPoint[],
  format: (value: number) => string,
): string {
  const [first] = points
  const last = points.at(-1)
  if (!first || !last) return 'No values.'
  const highest = points.reduce((best, point) => (point.value > best.value ? point : best))
  const lowest = points.reduce((best, point) => (point.value < best.value ? point : best))
  const ends = `From ${said(first, format)} to ${said(last, format)}.`
  const extremes = `Highest ${said(highest, format)}, lowest ${said(lowest, format)}.`
  const before = last.previous
  const previous = before === undefined ? '' : ` The period before ended at ${format(before)}.`
  return `${ends} ${extremes}${previous}`
}

function said(point: ChartPoint, format: (value: number) => string): string {
  return `${format(point.value)} on ${point.label}`
}
