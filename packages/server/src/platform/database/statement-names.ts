/** The name of a statement, from its second use on. */
export type NameOf = (text: string) => string | undefined

/**
 * Each name costs memory in every connection, and the texts of some statements vary with the length
 * of their lists.
 */
const namesMax = 256

/**
 * Names repeated statements: PostgreSQL then parses and plans them once per connection, which is
 * most of the cost of a short statement.
 */
export function createNames(): NameOf {
  const names = new Map<string, string>()
  const seenOnce = new Set<string>()
  return (text) => {
    const name = names.get(text)
    if (name !== undefined || names.size === namesMax) return name
    if (!seenOnce.delete(text)) {
      if (seenOnce.size === namesMax) seenOnce.clear()
      seenOnce.add(text)
      return undefined
    }
    const given = `k${names.size}`
    names.set(text, given)
    return given
  }
}
