/**
 * While a list loads with another filter, it shows the rows that it had. If it had none, it shows
 * that it loads: otherwise, “No archived products” would be said before the answer has come.
 */
export const keepPreviousRows = <T>(previous: T | undefined): T | undefined =>
  isEmptyList(previous) ? undefined : previous

function isEmptyList(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  if ('items' in data) return Array.isArray(data.items) && data.items.length === 0
  return 'pages' in data && Array.isArray(data.pages) && data.pages.every(isEmptyList)
}
