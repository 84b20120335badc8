import { returnAddress } from './return-address.ts'

/** Where the link of a verification mail leads in the end: the page that says so, and then on. */
export function verificationReturn({ search, origin } = window.location): string {
  const next = returnAddress(search, origin)
  return `${origin}/verify-email?${new URLSearchParams({ verified: '1', next })}`
}
