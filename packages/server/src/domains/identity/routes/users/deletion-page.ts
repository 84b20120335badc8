import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../../../kernel/refusal.ts'

interface FailedDeletion {
  readonly error: unknown
  readonly secret: string
}

/**
 * The page for people whose deletion link was refused: it asks them to sign in, or explains the
 * refusal. Null for programs, which receive the refusal itself.
 */
export function deletionPage(
  publicUrl: string,
  headers: IncomingHttpHeaders,
  { error, secret }: FailedDeletion,
): string | null {
  if (headers['sec-fetch-mode'] !== 'navigate' || !(error instanceof Problem)) return null
  const page = new URL('/account/delete', publicUrl)
  if (error.code === 'deletion_token_is_invalid') page.searchParams.set('error', 'invalid_token')
  else page.searchParams.set('token', secret)
  return page.href
}
