import type { IncomingHttpHeaders } from 'node:http'
import { Problem } from '../../../kernel/refusal.ts'

interface Refused {
  readonly error: unknown
  readonly secret: string
}

/**
 * The page where somebody goes on whose link could not delete by itself: it has them sign in first,
 * or says what stands against it. Null for a program, which is told the refusal.
 */
export function deletionPage(
  publicUrl: string,
  headers: IncomingHttpHeaders,
  { error, secret }: Refused,
): string | null {
  if (headers['sec-fetch-mode'] !== 'navigate' || !(error instanceof Problem)) return null
  const page = new URL('/account/delete', publicUrl)
  if (error.code === 'deletion_token_is_invalid') page.searchParams.set('error', 'invalid_token')
  else page.searchParams.set('token', secret)
  return page.href
}
