import { type AddressKind, isLoopbackHost } from './addresses.ts'

/** Restricts the targets of a URL, before any connection is made. */
export interface Guard {
  readonly schemes: readonly string[]
  readonly addresses: readonly AddressKind[]
  readonly anyPort: boolean
}

/** URLs configured by the operator may point anywhere. */
export const operatorGuard: Guard = {
  schemes: ['https:', 'http:'],
  addresses: ['public', 'private', 'forbidden'],
  anyPort: true,
}

/** URLs given by tenants: public targets by https; private ones only on a developer's machine. */
export function tenantGuard(publicUrl: string): Guard {
  const developing = isLoopbackHost(new URL(publicUrl).hostname)
  return {
    schemes: developing ? ['https:', 'http:'] : ['https:'],
    addresses: developing ? ['public', 'private'] : ['public'],
    anyPort: false,
  }
}

/** Why this URL is not allowed, or null. Used when a URL is stored and at every request. */
export function refusedTarget(url: URL, guard: Guard): string | null {
  if (!guard.schemes.includes(url.protocol)) {
    return `the scheme must be ${guard.schemes.map((scheme) => scheme.slice(0, -1)).join(' or ')}`
  }
  if (url.username !== '' || url.password !== '') return 'a URL must not carry credentials'
  if (!guard.anyPort && !isWebPort(url.port)) return `port ${url.port} is not one of the web`
  return null
}

/**
 * Mail, database and system services use ports below 1024; the default ports 80 and 443 appear as
 * an empty string.
 */
function isWebPort(port: string): boolean {
  return port === '' || port === '80' || port === '443' || Number(port) >= 1024
}
