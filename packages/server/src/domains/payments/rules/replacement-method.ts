interface Method {
  readonly id: string
  readonly isDefault: boolean
  readonly createdAt: Date
}

/** The method to charge instead of a deleted one: the default, else the newest. */
export function chooseReplacement<M extends Method>(
  methods: readonly M[],
  deleted: Method,
): M | null {
  const others = methods.filter(({ id }) => id !== deleted.id)
  const newestFirst = others.toSorted(
    (one, other) => other.createdAt.getTime() - one.createdAt.getTime(),
  )
  return others.find(({ isDefault }) => isDefault) ?? newestFirst[0] ?? null
}
