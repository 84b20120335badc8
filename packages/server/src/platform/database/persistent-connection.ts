import type pg from 'pg'
import type { DatabaseLog } from './database.ts'
import { openClient, type ServerConnection } from './primary-hosts.ts'

export interface PersistentConnection {
  /** Resolves when the first connection is prepared, or could not be opened. */
  readonly opened: Promise<void>
  close(): Promise<void>
}

const reopenMilliseconds = 250

/**
 * A connection that is reopened whenever it is lost: for session state such as LISTEN or a lock
 * that marks this process as alive. `prepare` runs on each new connection.
 */
export function openPersistentConnection(
  config: ServerConnection,
  log: DatabaseLog,
  prepare: (client: pg.Client) => Promise<void>,
): PersistentConnection {
  let current: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let closed = false
  /** Each loss is logged once, not each attempt to connect again. */
  let isWarned = false
  const opened = open()
  let opening = opened

  async function open(): Promise<void> {
    const client = openClient(config)
    current = client
    client.on('error', (error) => warn(error, 'a persistent connection was lost'))
    client.on('end', () => reopen(client))
    try {
      await client.connect()
      await prepare(client)
      isWarned = false
    } catch (error) {
      warn(error, 'a persistent connection could not be opened')
      client.end().catch(() => undefined)
      reopen(client)
    }
  }

  function warn(error: unknown, message: string): void {
    if (!isWarned) log.warn({ err: error }, message)
    isWarned = true
  }

  function reopen(lost: pg.Client): void {
    if (closed || current !== lost) return
    current = null
    timer = setTimeout(() => {
      opening = open()
    }, reopenMilliseconds)
  }

  return {
    opened,
    close: async () => {
      closed = true
      clearTimeout(timer)
      await opening
      await current?.end()
    },
  }
}
