import type { LookupAddress } from 'node:dns'
import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { addressKind, isLoopbackHost } from './addresses.ts'
import type { Guard } from './guard.ts'

export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>

export interface NoAddress {
  readonly failed: 'refused_target' | 'unresolved'
  readonly reason: string
  readonly code?: string
}

/** Every address must be allowed, not only the first: the network stack picks the one to use. */
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
    return { failed: 'unresolved', ...faultOf(error) }
  }
}

/**
 * The name is not resolved again, so the connection can't go to another address than the checked
 * one.
 */
export function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all === true) callback(null, [...addresses])
    else callback(null, first?.address ?? '', first?.family)
  }
}

/** The code of the system, and its message; a joint failure of several addresses has none. */
export function faultOf(error: unknown): { readonly reason: string; readonly code?: string } {
  if (!(error instanceof Error)) return { reason: String(error) }
  if (!('code' in error)) return { reason: error.message || error.name }
  const code = String(error.code)
  return { reason: error.message || code, code }
}

export const bareHost = (target: URL): string => target.hostname.replace(/^\[|\]$/g, '')

const lookUp: Lookup = (host) => systemLookup(host, { all: true })

const resolver = new Resolver({ timeout: 2_000, tries: 2 })

/**
 * Queries the name servers without a thread: the system resolver occupies one of a few threads
 * while a server is silent, and enough silent servers would block everything else that needs a
 * thread. The system resolver also knows local names, so it is used for names that the name servers
 * don't know.
 */
export const lookUpWithoutThreads: Lookup = async (host) => {
  if (isIP(host) !== 0 || isLoopbackHost(host)) return lookUp(host)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [...addressesIn(ipv4, 4), ...addressesIn(ipv6, 6)]
  if (found.length > 0) return found
  if (ipv4.status === 'rejected' && isUnanswered(ipv4.reason)) throw ipv4.reason
  return lookUp(host)
}

const addressesIn = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []

const isUnanswered = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['ETIMEOUT', 'ESERVFAIL'].includes(String(error.code))
