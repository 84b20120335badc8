export interface ChartPoint {
  /** The period as on the axis: "14 Jan". */
  label: string
  value: number
  /** The same point of the previous period. */
  previous?: number
}

/** A text alternative for a line chart: ends, extremes and the previous total. */
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
  const previous = before === undefined ? '' : ` The previous period ended at ${format(before)}.`
  return `${ends} ${extremes}${previous}`
}

function said(point: ChartPoint, format: (value: number) => string): string {
  return `${format(point.value)} on ${point.label}`
}
