export const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)]

export const byId = <T extends { readonly id: unknown }>(
  all: readonly T[],
): ReadonlyMap<T['id'], T> => new Map(all.map((one) => [one.id, one]))

/** Keeps the order of the items, in each group and among the groups. */
export function groupBy<T, K>(
  items: readonly T[],
  keyOf: (item: T) => K,
): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [item])
    else group.push(item)
  }
  return groups
}
