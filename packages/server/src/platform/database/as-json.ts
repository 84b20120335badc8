/** A row as a statement shows it that collects rows as JSON: instants are texts. */
export type AsJson<T> = {
  readonly [K in keyof T]: T[K] extends Date
    ? string
    : T[K] extends Date | null
      ? string | null
      : T[K]
}

export const dateOrNull = (text: string | null): Date | null =>
  text === null ? null : new Date(text)
