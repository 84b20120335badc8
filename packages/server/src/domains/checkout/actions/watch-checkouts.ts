import type { Id } from '@guildhall/contract/primitives'
import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import { type CheckoutKey, listStandings } from '../store/checkouts.ts'
import { listTaken } from '../store/taken.ts'

/** What a page is told that waits for the end of a checkout. */
interface Watcher {
  readonly key: CheckoutKey
  /** How it stood when last told. */
  readonly status: string
  readonly tell: (status: string) => void
  /** The seller’s endpoints have heard of what was bought. */
  readonly tellTaken: () => void
  /** There will be nothing more. */
  readonly end: () => void
}

export interface CheckoutWatch {
  /** Answers how to stop watching; null where too many watch already. */
  readonly watch: (watcher: Watcher) => (() => void) | null
  readonly stop: () => void
}

interface WatchParts {
  readonly database: Pick<Database, 'kysely'>
  readonly log: Pick<Logger, 'warn'>
}

const lookMilliseconds = 250
const watchersMax = 2000
export const watchersOfOneMax = 10

/**
 * Looks after all checkouts that pages of this process wait for, with one query however many they
 * are and whichever process changes them, and with one more for those that are paid; where nobody
 * waits it doesn’t look.
 */
export function openCheckoutWatch({ database, log }: WatchParts): CheckoutWatch {
  const watchers = new Map<Watcher, string>()
  let timer: NodeJS.Timeout | null = null

  async function look(): Promise<void> {
    timer = null
    try {
      const [paid, others] = [keysOf(isPaid), keysOf((status) => !isPaid(status))]
      if (paid.length > 0) tellTaken(await listTaken(database.kysely, paid))
      if (others.length > 0) tellAll(await listStandings(database.kysely, others))
    } catch (err) {
      log.warn({ err }, 'checkouts could not be looked after; trying again')
    }
    lookLater()
  }

  function keysOf(isMeant: (status: string) => boolean): CheckoutKey[] {
    const meant = [...watchers].filter(([, status]) => isMeant(status))
    return [...new Map(meant.map(([{ key }]) => [key.id, key])).values()]
  }

  function tellAll(standings: readonly { id: Id<'checkout'>; status: string }[]): void {
    const statuses = new Map(standings.map(({ id, status }) => [id, status]))
    for (const [watcher, told] of watchers) {
      const status = statuses.get(watcher.key.id)
      if (status === undefined || status === told) continue
      watchers.set(watcher, status)
      watcher.tell(status)
    }
  }

  function tellTaken(ids: readonly Id<'checkout'>[]): void {
    const taken = new Set(ids)
    for (const [watcher, status] of watchers) {
      if (isPaid(status) && taken.has(watcher.key.id)) watcher.tellTaken()
    }
  }

  function lookLater(): void {
    if (watchers.size === 0 || timer !== null) return
    timer = setTimeout(() => void look(), lookMilliseconds)
  }

  const countOf = ({ key }: Watcher): number =>
    [...watchers.keys()].filter((other) => other.key.id === key.id).length

  return {
    watch(watcher) {
      if (watchers.size >= watchersMax || countOf(watcher) >= watchersOfOneMax) return null
      watchers.set(watcher, watcher.status)
      lookLater()
      return () => void watchers.delete(watcher)
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      for (const { end } of watchers.keys()) end()
      watchers.clear()
    },
  }
}

const isPaid = (status: string): boolean => status === 'succeeded'
