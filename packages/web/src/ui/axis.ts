export interface Axis {
  readonly min: number
  readonly max: number
  readonly ticks: readonly number[]
}

interface AxisInput {
  readonly values: readonly number[]
  /** The finest step that makes sense, such as 1 for counts; 0 if any does. */
  readonly stepMin: number
}

const gapsWanted = 4

/** Includes zero and all values, between round numbers. */
export function axisOf({ values, stepMin }: AxisInput): Axis {
  let [low, high] = [0, 0]
  for (const value of values) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const step = Math.max(stepMin, roundStep((high - low) / gapsWanted)) || 1
  const first = Math.floor(low / step)
  const last = Math.max(Math.ceil(high / step), first + 1)
  const ticks = Array.from({ length: last - first + 1 }, (_, at) => (first + at) * step)
  return { min: first * step, max: last * step, ticks }
}

const roundSteps = [1, 2, 2.5, 5, 10]

/** The next round number. */
function roundStep(rough: number): number {
  if (rough <= 0) return 0
  const power = 10 ** Math.floor(Math.log10(rough))
  return (roundSteps.find((one) => one * power >= rough) ?? 10) * power
}
