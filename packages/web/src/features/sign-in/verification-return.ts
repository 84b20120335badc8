import { returnAddress } from './return-address.ts'

/** The target of verification links: a page that confirms the result and then leads on. */
export function verificationReturn({ search, origin } = window.location): string {
  const next = returnAddress(search)
  return `${origin}/verify-email?${new URLSearchParams({ verified: '1', next })}`
}
