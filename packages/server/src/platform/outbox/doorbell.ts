import type { Database } from '../database/database.ts'

export const doorbellChannel = 'guildhall_outbox'

export interface Doorbell {
  readonly ring: () => void
  readonly close: () => Promise<void>
}

const ringsApartMilliseconds = 20

/**
 * Tells the dispatchers of other processes that there is news. A statement of its own and not too
 * often, because notices make the commits of the whole cluster wait for one another.
 */
export function openDoorbell(database: Database): Doorbell {
  let ringing: Promise<void> | null = null
  let again = false
  let closed = false

  async function ringUntilQuiet(): Promise<void> {
    do {
      again = false
      // A ring that fails is made up for by the dispatcher's own looking.
      await database.pool.query(`notify ${doorbellChannel}`).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, ringsApartMilliseconds))
    } while (again && !closed)
    ringing = null
  }

  return {
    ring: () => {
      if (closed) return
      again = true
      ringing ??= ringUntilQuiet()
    },
    close: async () => {
      closed = true
      await ringing
    },
  }
}
