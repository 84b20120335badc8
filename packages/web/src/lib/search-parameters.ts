/** What stands in an address may be anybody's invention: what can't be read is passed over. */
export type SearchParameters = Readonly<Record<string, unknown>>

/** The router reads `?q=42` as a number and `?q=true` as a boolean, but they were typed. */
export function readText(value: unknown): string | undefined {
  const isTyped = ['string', 'number', 'boolean'].includes(typeof value)
  return isTyped && value !== '' ? String(value) : undefined
}

/** The number of a page after the first, which is the default and so never said. */
export function readPage(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined
}

/**
 * Reads an address and leaves nothing else of it: beside what a page understands, the router keeps
 * what was there before.
 */
export const onlyWhat =
  <T extends object>(read: (search: SearchParameters) => T) =>
  (search: SearchParameters): T => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
