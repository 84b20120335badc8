interface Failure<T> {
  readonly item: T
  readonly error: unknown
}

interface Outcome<T> {
  readonly failures: readonly Failure<T>[]
  /** Not begun, because the signal came before. */
  readonly left: readonly T[]
}

interface How {
  readonly atOnceMax: number
  readonly signal: AbortSignal
  /** After each item, done or failed. */
  readonly onSettled: () => void
}

/** Does the same with each item, some at a time; one that fails doesn’t keep the others back. */
export async function runMany<T extends object>(
  items: readonly T[],
  act: (item: T) => Promise<unknown>,
  { atOnceMax, signal, onSettled }: How,
): Promise<Outcome<T>> {
  const left = [...items]
  const failures: Failure<T>[] = []
  const runInTurn = async () => {
    while (!signal.aborted) {
      const item = left.shift()
      if (item === undefined) return
      await act(item).catch((error: unknown) => void failures.push({ item, error }))
      onSettled()
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, runInTurn))
  return { failures, left }
}
