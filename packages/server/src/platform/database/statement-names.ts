/** The name of a statement, from its second time on. */
export type NameOf = (text: string) => string | undefined

/** Each name costs memory in every connection, and some statements are as long as their lists. */
const namesMax = 256

/**
 * Gives names to statements that come again: PostgreSQL then reads and plans them once per
 * connection instead of every time, which is much of what a short statement costs.
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
