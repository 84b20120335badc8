import type { Config } from '../platform/config/config.ts'
import { isLoopbackAddress, isLoopbackHost } from '../platform/http-client/addresses.ts'

/** What makes a server reachable in a way that its settings don't expect. */
export function exposureWarnings({ server, mail }: Pick<Config, 'server' | 'mail'>): string[] {
  const { hostname } = new URL(server.url)
  const isLocal = isLoopbackHost(hostname)
  const isOpen = !isLoopbackAddress(server.host) && !isLoopbackHost(server.host)
  if (!isLocal || !isOpen) return []
  const warnings = [
    `HOST is ${server.host}, but GUILDHALL_URL is ${server.url}: other machines may reach this ` +
      'server, while its links and cookies are for this one. Set GUILDHALL_URL to the address that ' +
      'people use, or HOST to 127.0.0.1.',
  ]
  if (mail.smtpUrl === null && mail.mailbox === 'on') {
    warnings.push(
      'GUILDHALL_DEV_MAIL is on: everyone who reaches this server can read the emails at /dev/mail. ' +
        'Set it to off.',
    )
  }
  return warnings
}
