/** Throws what has failed, if anything has; a single failure as it is. */
export function throwTogether(failures: readonly unknown[], message: string): void {
  const [first, ...others] = failures
  if (others.length > 0) throw new AggregateError(failures, `${message}: ${String(first)}`)
  if (failures.length > 0) throw first
}
