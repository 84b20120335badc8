import { vi } from 'vitest'

const timeoutMilliseconds = 60_000

/** Retries until it succeeds. The timeout is long enough for a busy machine. */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: timeoutMilliseconds, interval: 20 })
