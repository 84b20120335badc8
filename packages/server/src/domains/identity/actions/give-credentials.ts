import type { SessionCredentials } from './session-cookies.ts'

interface Reply {
  addCookie(line: string): void
  setHeader(name: string, value: string): void
}

/** Signs the caller in: by cookies, and by a header for who keeps none. */
export function giveCredentials(reply: Reply, { cookies, bearer }: SessionCredentials): void {
  for (const line of cookies) reply.addCookie(line)
  reply.setHeader('set-auth-token', bearer)
}
