import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/** Finds the client's address behind configured proxies. */
export type ClientAddress = (peer: string | undefined, forwardedFor: string | undefined) => string

/**
 * `X-Forwarded-For` counts only when the peer is a configured proxy, and is read from its end: each
 * proxy appends the address it saw, so the first entry that is not one of ours is the client.
 */
export function clientAddress(trustedProxies: readonly string[]): ClientAddress {
  const proxies = blockList(trustedProxies)
  const isProxy = (address: string) => proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  return (peer, forwardedFor) => {
    let address = canonicalAddress(peer ?? '') ?? unknownAddress
    if (forwardedFor === undefined || trustedProxies.length === 0) return address
    const hops = forwardedFor.split(',')
    while (address !== unknownAddress && isProxy(address)) {
      const hop = hops.pop()
      if (hop === undefined) break
      const before = canonicalAddress(withoutPort(hop.trim()))
      if (before === null) break
      address = before
    }
    return address
  }
}

/** A peer without an address: a Unix socket, or a connection that is already closed. */
const unknownAddress = '0.0.0.0'

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (bits === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(bits), family)
  }
  return list
}

/** `1.2.3.4:5678`, `[2001:db8::1]:443`, `"[::1]"`. */
function withoutPort(hop: string): string {
  const text = hop.replaceAll('"', '')
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(text)
  if (bracketed?.[1] !== undefined) return bracketed[1]
  const withPort = /^([\d.]+):\d+$/.exec(text)
  return withPort?.[1] ?? text
}

/** The canonical spelling of an address; IPv4 inside IPv6 becomes IPv4. Null when invalid. */
function canonicalAddress(text: string): string | null {
  if (isIPv4(text)) return text
  const [address = ''] = text.split('%')
  if (isIP(address) !== 6) return null
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(canonical)
  return mapped?.[1] ?? canonical
}
