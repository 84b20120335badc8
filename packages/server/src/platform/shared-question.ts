/**
 * Asks for all callers at once. Who comes while a question is under way shares the next one, because
 * the answer to that one may be older than what they have done.
 */
export function sharedQuestion<T>(ask: () => Promise<T>): () => Promise<T> {
  let underWay: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null

  async function askNext(): Promise<T> {
    await underWay
    next = null
    const asked = ask()
    underWay = asked.catch(() => undefined)
    return asked
  }

  return () => {
    next ??= askNext()
    return next
  }
}
