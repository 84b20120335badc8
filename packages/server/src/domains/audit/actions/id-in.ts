interface IdSchema<I> {
  readonly safeParse: (value: unknown) => { readonly data?: I | undefined }
}

/** The id under this name in an input or an output; null where there is none. */
export function idIn<I>(schema: IdSchema<I>, value: unknown, name: string): I | null {
  if (typeof value !== 'object' || value === null) return null
  const found = new Map<string, unknown>(Object.entries(value)).get(name)
  return schema.safeParse(found).data ?? null
}
