import type { LookupAddress } from 'node:dns'
import type { Clock } from '../clock.ts'
import { checkedAddresses, type Lookup, type NoAddress } from './checked-addresses.ts'
import type { Guard } from './guard.ts'

type Addresses = readonly LookupAddress[] | NoAddress

interface CachedLookup {
  readonly since: number
  readonly addresses: Promise<Addresses>
}

interface Resolving {
  readonly guard: Guard
  readonly lookup: Lookup
  readonly clock: Pick<Clock, 'monotonicMilliseconds'>
}

const lastMilliseconds = 30_000
const namesMax = 10_000

/** Caches checked addresses for a while; concurrent lookups of one name share a query. */
export function cachedAddresses({
  guard,
  lookup,
  clock,
}: Resolving): (target: URL) => Promise<Addresses> {
  const known = new Map<string, CachedLookup>()

  function resolve(target: URL, since: number): Promise<Addresses> {
    const addresses = checkedAddresses(target, guard, lookup)
    const cached = { since, addresses }
    known.delete(target.hostname)
    known.set(target.hostname, cached)
    const [oldest] = known.keys()
    if (known.size > namesMax && oldest !== undefined) known.delete(oldest)
    return addresses.then((found) => {
      // Failures are not cached: the next attempt may succeed.
      const isLatest = known.get(target.hostname) === cached
      if ('failed' in found && isLatest) known.delete(target.hostname)
      return found
    })
  }

  return (target) => {
    const now = clock.monotonicMilliseconds()
    const cached = known.get(target.hostname)
    const isFresh = cached !== undefined && now - cached.since < lastMilliseconds
    return isFresh ? cached.addresses : resolve(target, now)
  }
}
