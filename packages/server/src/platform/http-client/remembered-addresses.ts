import type { LookupAddress } from 'node:dns'
import type { Clock } from '../clock.ts'
import { checkedAddresses, type Lookup, type NoAddress } from './checked-addresses.ts'
import type { Guard } from './guard.ts'

type Addresses = readonly LookupAddress[] | NoAddress

interface Remembered {
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

/** Checked addresses, which count for a while; who asks for the same name meanwhile waits along. */
export function rememberedAddresses({
  guard,
  lookup,
  clock,
}: Resolving): (target: URL) => Promise<Addresses> {
  const known = new Map<string, Remembered>()

  function resolve(target: URL, since: number): Promise<Addresses> {
    const addresses = checkedAddresses(target, guard, lookup)
    const remembered = { since, addresses }
    known.delete(target.hostname)
    known.set(target.hostname, remembered)
    const [oldest] = known.keys()
    if (known.size > namesMax && oldest !== undefined) known.delete(oldest)
    return addresses.then((found) => {
      // What can't be reached now may be reached the next time.
      const isLatest = known.get(target.hostname) === remembered
      if ('failed' in found && isLatest) known.delete(target.hostname)
      return found
    })
  }

  return (target) => {
    const now = clock.monotonicMilliseconds()
    const remembered = known.get(target.hostname)
    const counts = remembered !== undefined && now - remembered.since < lastMilliseconds
    return counts ? remembered.addresses : resolve(target, now)
  }
}
