/** Parsers of query parameters; invalid values are ignored. */
export type SearchParameters = Readonly<Record<string, unknown>>

/** The router parses `?q=42` as a number and `?q=true` as a boolean; this restores the text. */
export function readText(value: unknown): string | undefined {
  const isTyped = ['string', 'number', 'boolean'].includes(typeof value)
  return isTyped && value !== '' ? String(value) : undefined
}

/** A page number from 2 on; page 1 is the default and is omitted. */
export function readPage(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value > 1 ? value : undefined
}

/** Drops parameters that the page doesn’t read, which the router would carry over. */
export const onlyParsed =
  <T extends object>(read: (search: SearchParameters) => T) =>
  (search: SearchParameters): T => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
