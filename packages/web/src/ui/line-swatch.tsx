import { shapePath, styleOf } from './series-marks.ts'

/** How a line of a chart looks, next to its name. */
export function LineSwatch({ index }: { index: number }) {
  const { ink, width, shape } = styleOf(index)
  return (
    <svg aria-hidden="true" viewBox="0 0 24 12" className="inline-block h-3 w-6 shrink-0">
      <path d="M0 6H24" stroke={`var(--${ink})`} strokeWidth={width} />
      {shape !== undefined && <path d={shapePath(shape, 12, 6)} fill={`var(--${ink})`} />}
    </svg>
  )
}
