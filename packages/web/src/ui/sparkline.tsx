interface SparklineProps {
  values: readonly number[]
  /** What the line shows, in words. */
  label: string
}

const width = 100
const height = 28
const margin = 2

/** The course of a figure without axes, for cards. Loads no chart library. */
export function Sparkline({ values, label }: SparklineProps) {
  const line = pathOf(values)
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img can’t take the color of the text
      role="img"
      aria-label={label}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="h-8 w-full overflow-visible text-accent"
    >
      <path d={`${line} V${height} H0 Z`} fill="currentColor" opacity={0.08} />
      <path
        d={line}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

/** From the left to the right edge. Values that are all equal are a line in the middle, zeros at the bottom. */
export function pathOf(values: readonly number[]): string {
  const lowest = Math.min(...values)
  const range = Math.max(...values) - lowest
  const y = (value: number) => {
    if (range === 0) return value === 0 ? height - margin : height / 2
    return margin + (1 - (value - lowest) / range) * (height - 2 * margin)
  }
  const [first] = values
  if (first === undefined) return `M0 ${height - margin} H${width}`
  if (values.length === 1) return `M0 ${y(first)} H${width}`
  const step = width / (values.length - 1)
  return values
    .map((value, at) => `${at === 0 ? 'M' : 'L'}${rounded(at * step)} ${rounded(y(value))}`)
    .join(' ')
}

const rounded = (number: number): number => Math.round(number * 100) / 100
