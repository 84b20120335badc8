import { isLoopbackHost } from '../http-client/addresses.ts'

export interface MailboxQuestion {
  /** GUILDHALL_URL. */
  readonly url: string
  readonly smtpUrl: string | null
  /** A header of the request. */
  readonly header: (name: string) => string | null | undefined
}

/** What a proxy adds: its presence says that the request came from elsewhere. */
const forwarding = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]

/**
 * The mailbox shows links that sign people in, so it exists on a developer's own machine only. The
 * Host header is asked too: a page of another site that resolves to this machine can't forge it.
 */
export function mailboxAllowed({ url, smtpUrl, header }: MailboxQuestion): boolean {
  if (smtpUrl !== null || !isLoopbackHost(new URL(url).hostname)) return false
  const host = `http://${header('host') ?? ''}`
  if (!URL.canParse(host) || !isLoopbackHost(new URL(host).hostname)) return false
  return forwarding.every((name) => header(name) == null)
}
