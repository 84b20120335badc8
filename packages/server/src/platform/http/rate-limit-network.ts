import { isIPv4, isIPv6 } from 'node:net'

/**
 * The network that shares one limit: an IPv4 address, or the /64 of an IPv6 address, since one
 * subscriber owns a whole /64. Every spelling of an address maps to the same network.
 */
export function networkOf(address: string): string {
  const bare = address.split('%', 1)[0] ?? ''
  if (isIPv4(bare)) return bare
  if (!isIPv6(bare)) return 'unknown'
  const groups = groupsOf(bare)
  return embeddedIPv4(groups) ?? `${groups.slice(0, 4).map(hex).join(':')}::/64`
}

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
