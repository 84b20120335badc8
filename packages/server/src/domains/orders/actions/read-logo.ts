import { promisify } from 'node:util'
import { inflate } from 'node:zlib'
import { operatorGuard, tenantGuard } from '../../../platform/http-client/guard.ts'
import { type Logo, logoOf, pixelBytesMax, pixelsOf } from '../rules/logo.ts'
import type { InvoiceDeps } from './deps.ts'

export type LogoDeps = Pick<InvoiceDeps, 'config' | 'fetchExternal'>

const limits = { timeoutMs: 3_000, maxBytes: 1_048_576 }

/** Fetches the logo of an invoice. Null for one that can’t be: the invoice is printed without it. */
export async function readLogo(
  { config, fetchExternal }: LogoDeps,
  url: string | null,
): Promise<Logo | null> {
  if (url === null || !URL.canParse(url)) return null
  const ownUrl = config.server.url
  // This server may be known to itself by a private address only.
  const isOwn = new URL(url).origin === new URL(ownUrl).origin
  const guard = isOwn ? operatorGuard : tenantGuard(ownUrl)
  const response = await fetchExternal(url, { method: 'GET', guard, ...limits })
  if ('failed' in response || response.status !== 200) return null
  const logo = logoOf(response.body)
  return logo !== null && (await isDecodable(logo)) ? logo : null
}

const inflateLimited = promisify(inflate)

/** The drawing thread would decode a small file of any number of pixels. */
async function isDecodable({ format, bytes }: Logo): Promise<boolean> {
  if (format === 'jpg') return true
  try {
    await inflateLimited(pixelsOf(bytes), { maxOutputLength: pixelBytesMax })
    return true
  } catch {
    return false
  }
}
