import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * `private` is only reachable from inside: loopback and local networks. `forbidden` is never a
 * target.
 */
export type AddressKind = 'public' | 'private' | 'forbidden'

const privateNetworks = blockList([
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
  ['::1', 128],
  ['fc00::', 7],
])

/** Cloud metadata addresses that return credentials, although they look ordinary. */
const metadata = blockList([
  ['169.254.169.254', 32],
  ['168.63.129.16', 32],
  ['100.100.100.200', 32],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
])

const reserved = blockList([
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
])

const globalUnicast = blockList([['2000::', 3]])
const mappedPrefix = [0, 0, 0, 0, 0, 0xffff]
const nat64Prefix = [0x64, 0xff9b, 0, 0, 0, 0]

export function addressKind(address: string): AddressKind {
  if (isIP(address) === 0 || address.includes('%')) return 'forbidden'
  const embedded = embeddedIPv4(address)
  if (embedded !== null) return addressKind(embedded)
  if (holds(metadata, address) || holds(reserved, address)) return 'forbidden'
  if (holds(privateNetworks, address)) return 'private'
  return isIPv4(address) || holds(globalUnicast, address) ? 'public' : 'forbidden'
}

/** The host of a URL or Host header: `localhost`, 127.0.0.0/8, `[::1]`. */
export function isLoopbackHost(hostname: string): boolean {
  if (hostname === 'localhost' || hostname.endsWith('.localhost')) return true
  return hostname === '[::1]' || (isIPv4(hostname) && isLoopbackAddress(hostname))
}

/** The address of a connection, in canonical spelling. */
export const isLoopbackAddress = (address: string): boolean =>
  address === '::1' || (isIPv4(address) && address.startsWith('127.'))

/** The IPv4 address embedded in an IPv4-mapped or NAT64 address. */
function embeddedIPv4(address: string): string | null {
  if (isIPv4(address)) return null
  const groups = groupsOf(address)
  const starts = (prefix: readonly number[]) => prefix.every((group, at) => groups[at] === group)
  if (!starts(mappedPrefix) && !starts(nat64Prefix)) return null
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

function groupsOf(address: string): number[] {
  // The URL parser normalizes every IPv6 address, including dotted endings.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail] = canonical.split('::')
  const numbers = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))
  const first = numbers(head)
  if (tail === undefined) return first
  const last = numbers(tail)
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => 0)
  return [...first, ...zeros, ...last]
}

function blockList(networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList()
  for (const [network, prefix] of networks) list.addSubnet(network, prefix, family(network))
  return list
}

function holds(list: BlockList, address: string): boolean {
  return list.check(address, family(address))
}

function family(address: string): 'ipv4' | 'ipv6' {
  return isIPv4(address) ? 'ipv4' : 'ipv6'
}
