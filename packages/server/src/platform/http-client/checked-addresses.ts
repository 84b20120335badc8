import type { LookupAddress } from 'node:dns'
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { addressKind, isLoopbackHost } from './addresses.ts'
import type { Guard } from './guard.ts'

export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

export interface NoAddress {
  readonly failed: 'refused_target' | 'unresolved'
  readonly reason: string
}

/** Every address must be allowed, not only the first: which one is used is up to the network. */
export async function checkedAddresses(
  target: URL,
  guard: Guard,
  lookup: Lookup = lookUp,
): Promise<readonly LookupAddress[] | NoAddress> {
  const addresses = await addressesOf(bareHost(target), lookup)
  if ('failed' in addresses) return addresses
  if (addresses.length === 0) return { failed: 'unresolved', reason: 'the host has no address' }
  const allowed = addresses.every(({ address }) => guard.addresses.includes(addressKind(address)))
  if (allowed) return addresses
  return { failed: 'refused_target', reason: 'the host leads to an address that is not public' }
}

async function addressesOf(
  host: string,
  lookup: Lookup,
): Promise<readonly LookupAddress[] | NoAddress> {
  try {
    return await lookup(host)
  } catch (error) {
    return { failed: 'unresolved', reason: reasonOf(error) }
  }
}

/** The name is not resolved again, so it can't lead elsewhere than where it was checked. */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

/** A failure of several addresses at once has a code but no message. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  return 'code' in error ? String(error.code) : error.name
}

export const bareHost = (target: URL): string => target.hostname.replace(/^\[|\]$/g, '')

const lookUp: Lookup = (host) => systemLookup(host, { all: true })

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * Asks the name servers without a thread: the system's own look-up holds one of a few while a
 * server is silent, and enough silent ones would hold up everything that needs a thread. It also
 * knows names of the machine alone, so it's asked about what the name servers don't know.
 */
export const lookUpUnhurt: Lookup = async (host) => {
  if (isIP(host) !== 0 || isLoopbackHost(host)) return lookUp(host)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [...addressesIn(ipv4, 4), ...addressesIn(ipv6, 6)]
  if (found.length > 0) return found
  if (ipv4.status === 'rejected' && isSilence(ipv4.reason)) throw ipv4.reason
  return lookUp(host)
}

const addressesIn = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

const isSilence = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ETIMEOUT', 'ESERVFAIL'].includes(String(error.code))
