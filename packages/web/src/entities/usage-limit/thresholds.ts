import { usageThresholdMax, usageThresholdsMax } from '@guildhall/contract/limits/limit-shapes'

/** “50, 80, 100” as numbers; null if it isn’t a list of percentages. */
export function readThresholds(typed: string): number[] | null {
  const parts = typed
    .split(/[\s,;%]+/)
    .filter((part) => part !== '')
    .map(Number)
  const isTaken = parts.every(
    (one) => Number.isInteger(one) && one >= 1 && one <= usageThresholdMax,
  )
  return isTaken && parts.length <= usageThresholdsMax ? parts : null
}

export const thresholdsMistake = (typed: string): string | null =>
  readThresholds(typed) === null
    ? `Enter up to ${usageThresholdsMax} whole percentages, such as 50, 80, 100.`
    : null

/** “50%, 80% and 100%”. */
export const thresholdsText = (thresholds: readonly number[]): string =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(thresholds.map((one) => `${one}%`))
