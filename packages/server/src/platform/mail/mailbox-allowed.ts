import { isLoopbackHost } from '../http-client/addresses.ts'

export interface MailboxQuestion {
  /** GUILDHALL_URL. */
  readonly url: string
  readonly smtpUrl: string | null
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
 * The mailbox shows links that sign people in, so it exists only on a developer's own machine. The
 * Host header is checked too: with DNS rebinding a page of another site could reach this machine,
 * but can't forge that header.
 */
export function mailboxAllowed({ url, smtpUrl, header }: MailboxQuestion): boolean {
  if (smtpUrl !== null || !isLoopbackHost(new URL(url).hostname)) return false
  const host = `http://${header('host') ?? ''}`
  if (!URL.canParse(host) || !isLoopbackHost(new URL(host).hostname)) return false
  return forwarding.every((name) => header(name) == null)
}
