/** The target of verification links, which may be opened in a browser without a session. */
export function verificationReturn(origin: string): string {
  return `${origin}/verify-email?${new URLSearchParams({ verified: '1', next: '/account/email' })}`
}
