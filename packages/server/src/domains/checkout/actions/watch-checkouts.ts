import type { Id } from '@guildhall/contract/primitives'
import type { Logger } from 'pino'
import type { Database } from '../../../platform/database/database.ts'
import type { CountedNetwork } from '../../../platform/http/networks.ts'
import { type CheckoutKey, listStatuses } from '../store/checkouts.ts'
import { listNotified } from '../store/notified-endpoints.ts'

/** A page that waits for the end of a checkout. */
interface Watcher {
  readonly key: CheckoutKey
  /** Each shares a limit. */
  readonly networks: readonly CountedNetwork[]
  /** The status that the page knows. */
  readonly status: string
  readonly onStatus: (status: string) => void
  /** The seller's endpoints got the events of the purchase. */
  readonly onDelivered: () => void
  /** Nothing more will be reported. */
  readonly onEnd: () => void
}

export interface CheckoutWatch {
  /** Returns how to stop watching; null where there are too many watchers. */
  readonly watch: (watcher: Watcher) => (() => void) | null
  readonly stop: () => void
}

interface WatchDeps {
  readonly database: Pick<Database, 'kysely'>
  readonly log: Pick<Logger, 'warn'>
}

const pollMilliseconds = 250
const watchersMax = 2000
export const watchersOfOneMax = 10
/** A household or an office; a page without a stream polls. */
export const watchersOfNetworkMax = 20

/**
 * Polls all checkouts that pages of this process wait for, with one query however many they are and
 * whichever process changes them, and one more for paid ones. Without watchers it does not poll.
 */
export function openCheckoutWatch({ database, log }: WatchDeps): CheckoutWatch {
  const watchers = new Map<Watcher, string>()
  let timer: NodeJS.Timeout | null = null

  async function poll(): Promise<void> {
    timer = null
    try {
      const [paid, others] = [keysOf(isPaid), keysOf((status) => !isPaid(status))]
      if (paid.length > 0) reportDelivered(await listNotified(database.kysely, paid))
      if (others.length > 0) reportStatuses(await listStatuses(database.kysely, others))
    } catch (err) {
      log.warn({ err }, 'watched checkouts could not be read; trying again')
    }
    pollLater()
  }

  function keysOf(isIncluded: (status: string) => boolean): CheckoutKey[] {
    const included = [...watchers].filter(([, status]) => isIncluded(status))
    return [...new Map(included.map(([{ key }]) => [key.id, key])).values()]
  }

  function reportStatuses(found: readonly { id: Id<'checkout'>; status: string }[]): void {
    const statuses = new Map(found.map(({ id, status }) => [id, status]))
    for (const [watcher, known] of watchers) {
      const status = statuses.get(watcher.key.id)
      if (status === undefined || status === known) continue
      watchers.set(watcher, status)
      watcher.onStatus(status)
    }
  }

  function reportDelivered(ids: readonly Id<'checkout'>[]): void {
    const delivered = new Set(ids)
    for (const [watcher, status] of watchers) {
      if (isPaid(status) && delivered.has(watcher.key.id)) watcher.onDelivered()
    }
  }

  function pollLater(): void {
    if (watchers.size === 0 || timer !== null) return
    timer = setTimeout(() => void poll(), pollMilliseconds)
  }

  return {
    watch(watcher) {
      if (isFull([...watchers.keys()], watcher)) return null
      watchers.set(watcher, watcher.status)
      pollLater()
      return () => void watchers.delete(watcher)
    },
    stop() {
      if (timer !== null) clearTimeout(timer)
      for (const { onEnd } of watchers.keys()) onEnd()
      watchers.clear()
    },
  }
}

const isPaid = (status: string): boolean => status === 'succeeded'

/** Without awaiting anything, so parallel requests can't exceed a limit. */
function isFull(others: readonly Watcher[], { key, networks }: Watcher): boolean {
  const ofOne = others.filter((other) => other.key.id === key.id)
  const isFullNetwork = ({ name, times }: CountedNetwork) =>
    others.filter((other) => other.networks.some((network) => network.name === name)).length >=
    watchersOfNetworkMax * times
  return (
    others.length >= watchersMax || ofOne.length >= watchersOfOneMax || networks.some(isFullNetwork)
  )
}
