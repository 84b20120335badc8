import { numberLocale } from '#/lib/format.ts'
import type { Unit } from './units.ts'

export interface ChangeText {
  /** With its unit: "8.2 %". */
  readonly by: string
  readonly direction: 'up' | 'down'
}

const tenth = (value: number): string =>
  value.toLocaleString(numberLocale, { maximumFractionDigits: 1 })

/**
 * How a value differs from the one before: shares by points, and what was nothing before by all of
 * it. Null if the difference is too small to be seen.
 */
export function changeText(value: number, before: number, unit: Unit): ChangeText | null {
  const difference = Math.abs(value - before)
  const by = differenceText(difference, before, unit)
  if (difference === 0 || by === null) return null
  return { by, direction: value > before ? 'up' : 'down' }
}

function differenceText(difference: number, before: number, unit: Unit): string | null {
  const isShare = unit.type === 'percentage'
  if (before === 0 && !isShare) return unit.format(difference)
  const number = tenth((isShare ? difference : difference / Math.abs(before)) * 100)
  if (number === '0') return null
  return isShare ? `${number} pt` : `${number} %`
}
