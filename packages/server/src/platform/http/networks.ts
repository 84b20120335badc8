import { isIPv4, isIPv6 } from 'node:net'

/** A network whose requests are counted together. */
export interface CountedNetwork {
  readonly name: string
  /** How many times the limit of a single network it has. */
  readonly times: number
}

/** A /48 may be one subscriber or many small ones, who then share this much. */
const siteTimes = 10

/**
 * The networks at which a request of the address counts, the smallest first. One subscriber owns a
 * whole /64 of IPv6 addresses, so that shares one limit; many own a /48, with 65,536 of those, so
 * that shares some. What the smaller one refuses must not count at the larger, or one subscriber
 * could use up what their neighbours share. Every spelling of an address has the same networks.
 */
export function networksOf(address: string): readonly [CountedNetwork, ...CountedNetwork[]] {
  const bare = address.split('%', 1)[0] ?? ''
  if (isIPv4(bare)) return [{ name: bare, times: 1 }]
  if (!isIPv6(bare)) return [{ name: 'unknown', times: 1 }]
  const groups = groupsOf(bare)
  const ipv4 = embeddedIPv4(groups)
  if (ipv4 !== null) return [{ name: ipv4, times: 1 }]
  return [
    { name: prefixOf(groups, 64), times: 1 },
    { name: prefixOf(groups, 48), times: siteTimes },
  ]
}

/** The network of one subscriber. */
export const networkOf = (address: string): string => networksOf(address)[0].name

const prefixOf = (groups: readonly number[], bits: 48 | 64): string =>
  `${groups
    .slice(0, bits / 16)
    .map(hex)
    .join(':')}::/${bits}`

const hex = (group: number): string => group.toString(16)

/** The eight groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = withoutDots(address).split('::')
  const before = parseGroups(head)
  if (tail === undefined) return before
  const after = parseGroups(tail)
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => 0)
  return [...before, ...zeros, ...after]
}

const parseGroups = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))

/** Converts a dotted tail (`::ffff:192.0.2.1`) to two groups. */
function withoutDots(address: string): string {
  const start = address.lastIndexOf(':') + 1
  const tail = address.slice(start)
  if (!tail.includes('.')) return address
  const [a = 0, b = 0, c = 0, d = 0] = tail.split('.').map(Number)
  return `${address.slice(0, start)}${hex(a * 256 + b)}:${hex(c * 256 + d)}`
}

/** An IPv4 client seen through a dual-stack socket is the same client. */
function embeddedIPv4(groups: readonly number[]): string | null {
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped ? [high >> 8, high & 255, low >> 8, low & 255].join('.') : null
}
