import { isLoopbackAddress, isLoopbackHost } from '../http-client/addresses.ts'

interface MailboxSettings {
  /** GUILDHALL_URL. */
  readonly url: string
  readonly smtpUrl: string | null
  /** GUILDHALL_DEV_MAIL. */
  readonly mailbox: 'loopback' | 'on'
}

/** The mailbox shows links that sign people in, so it exists only on a developer's own machine. */
export const hasMailbox = ({ url, smtpUrl }: Omit<MailboxSettings, 'mailbox'>): boolean =>
  smtpUrl === null && isLoopbackHost(new URL(url).hostname)

export interface MailboxQuestion extends MailboxSettings {
  /** The address that the request came from. */
  readonly peer: string
  /** A header of the request. */
  readonly header: (name: string) => string | null | undefined
}

/** Headers added by a proxy: their presence means that the request came from another machine. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * Another machine can send any header, so the connection decides. The Host header is checked too:
 * with DNS rebinding a page of another site could reach this machine, but can't forge that header.
 */
export function mailboxAllowed({ mailbox, peer, header, ...settings }: MailboxQuestion): boolean {
  if (!hasMailbox(settings)) return false
  if (mailbox === 'loopback' && !isLoopbackAddress(peer)) return false
  const host = `http://${header('host') ?? ''}`
  if (!URL.canParse(host) || !isLoopbackHost(new URL(host).hostname)) return false
  return forwarding.every((name) => header(name) == null)
}
