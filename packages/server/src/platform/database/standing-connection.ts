import pg from 'pg'
import type { DatabaseLog } from './database.ts'

export interface StandingConnection {
  close(): Promise<void>
}

const reopenMilliseconds = 1_000

/**
 * A connection that is always there again: for what belongs to a session, like listening or a
 * lock that shows that this process lives. `prepare` runs on each new one.
 */
export function openStandingConnection(
  config: pg.ClientConfig,
  log: DatabaseLog,
  prepare: (client: pg.Client) => Promise<void>,
): StandingConnection {
  let current: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  let opening = open()

  async function open(): Promise<void> {
    const client = new pg.Client(config)
    current = client
    client.on('error', (error) => log.warn({ err: error }, 'a standing connection was lost'))
    client.on('end', () => reopen(client))
    try {
      await client.connect()
      await prepare(client)
    } catch (error) {
      log.warn({ err: error }, 'a standing connection could not be opened')
      client.end().catch(() => undefined)
      reopen(client)
    }
  }

  function reopen(lost: pg.Client): void {
    if (closed || current !== lost) return
    current = null
    timer = setTimeout(() => {
      opening = open()
    }, reopenMilliseconds)
  }

  return {
    close: async () => {
      closed = true
      clearTimeout(timer)
      await opening
      await current?.end()
    },
  }
}
