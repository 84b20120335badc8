/** Whether two values are equal as JSON: neither identity nor key order matters. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!isTree(one) || !isTree(other)) return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const values = new Map<string, unknown>(Object.entries(other))
  const entries: readonly [string, unknown][] = Object.entries(one)
  return (
    entries.length === values.size &&
    entries.every(([key, value]) => values.has(key) && isSame(value, values.get(key)))
  )
}

const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null
