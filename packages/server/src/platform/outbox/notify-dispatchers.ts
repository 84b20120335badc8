import type { Database } from '../database/database.ts'

export const eventsChannel = 'guildhall_outbox'

export interface DispatcherNotifier {
  readonly notify: () => void
  readonly close: () => Promise<void>
}

const noticesApartMilliseconds = 20

/**
 * Notifies the dispatchers of other processes of new events. Sent in its own statement and at a
 * limited rate, because NOTIFY serializes the commits of the whole cluster.
 */
export function openDispatcherNotifier(database: Database): DispatcherNotifier {
  let notifying: Promise<void> | null = null
  let again = false
  let closed = false

  async function notifyUntilIdle(): Promise<void> {
    do {
      again = false
      // A lost notice is made up for by the dispatcher's polling.
      await database.pool.query(`notify ${eventsChannel}`).catch(() => undefined)
      await new Promise((resolve) => setTimeout(resolve, noticesApartMilliseconds))
    } while (again && !closed)
    notifying = null
  }

  return {
    notify: () => {
      if (closed) return
      again = true
      notifying ??= notifyUntilIdle()
    },
    close: async () => {
      closed = true
      await notifying
    },
  }
}
