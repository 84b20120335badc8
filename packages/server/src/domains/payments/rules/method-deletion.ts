interface Method {
  readonly id: string
  readonly isDefault: boolean
  readonly createdAt: Date
}

/** Who is charged in place of a method that goes: the default, else the one that came last. */
export function planDeletion<M extends Method>(
  methods: readonly M[],
  leaving: Method,
): { readonly successor: M | null } {
  const others = methods.filter(({ id }) => id !== leaving.id)
  const byAge = others.toSorted((one, other) => other.createdAt.getTime() - one.createdAt.getTime())
  return { successor: others.find(({ isDefault }) => isDefault) ?? byAge[0] ?? null }
}
