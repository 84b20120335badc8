const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const

/** In the unit that leaves the fewest digits: `1.5 MB`. */
export function readableSize(bytes: number): string {
  let amount = bytes
  let at = 0
  while (amount >= 1024 && at < units.length - 1) {
    amount /= 1024
    at += 1
  }
  const digits = at === 0 || Number.isInteger(amount) ? 0 : 1
  return `${amount.toFixed(digits)} ${units[at]}`
}
