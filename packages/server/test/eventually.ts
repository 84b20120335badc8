import { vi } from 'vitest'

const patienceMilliseconds = 60_000

/**
 * Waits for what is bound to come, and answers with it. However busy the machine is, the patience
 * lasts; only what never comes uses it up.
 */
export const eventually = <T>(look: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(look, { timeout: patienceMilliseconds, interval: 20 })
