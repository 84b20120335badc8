/** Documents that one of these groups of fields is required, as a check of the schema demands. */
export const requiresAny = (...groups: readonly (readonly string[])[]) => ({
  anyOf: groups.map((required) => ({ required })),
})
