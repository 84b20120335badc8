import { Readable } from 'node:stream'
import { fileId, fileServices } from '@guildhall/contract/files/shapes'
import { organizationId } from '@guildhall/contract/organizations/shapes'
import * as z from 'zod/mini'
import { Problem } from '../../../kernel/refusal.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import type { Exchange } from '../../../platform/http/exchange.ts'
import type { PageRoute } from '../../../platform/http/page.ts'
import { filePath } from '../../../platform/storage/object-storage.ts'
import { verifyLink } from '../../../platform/storage/signed-link.ts'
import type { FileDeps } from '../actions/deps.ts'
import { etagOf, requestedRange } from '../rules/byte-range.ts'
import { attachment, isPublic } from '../rules/files.ts'
import { type FileRow, findFile } from '../store/files.ts'

const location = z.object({ service: z.enum(fileServices), organizationId, id: fileId })

/** Serves public files to anyone, and downloads to the holders of a signed link. */
export const fileBytesRoute = (deps: FileDeps): PageRoute => ({
  method: 'GET',
  path: `${filePath}/:service/:organization/:id/:name`,
  async answer(exchange, [service, organization, id, name]) {
    const requested = z.safeParse(location, { service, organizationId: organization, id })
    if (!requested.success) throw new Problem('not_found')
    const path = [service, organization, id, name].join('/')
    if (!isPublic(requested.data.service)) verifySignature(deps, exchange, path)
    const file = await findFile(deps.uowFactory.database.kysely, requested.data)
    if (file === undefined || !file.isUploaded || file.path !== path) throw new Problem('not_found')
    return answerWith(deps, exchange, file)
  },
})

function verifySignature(deps: FileDeps, { queryText }: Exchange, path: string): void {
  const query = new URLSearchParams(queryText)
  const signed = {
    expires: query.get('expires') ?? undefined,
    signature: query.get('signature') ?? undefined,
  }
  const permission = ['file download', path] as const
  const verdict = verifyLink(deps.keyring, signed, permission, deps.clock.now())
  if (verdict !== 'good') throw new Problem(`file_link_${verdict}`)
}

async function answerWith({ storage }: FileDeps, exchange: Exchange, file: FileRow) {
  const etag = etagOf(file)
  const headers = { ...headersOf(file), etag }
  if (matchesEtag(exchange.headers['if-none-match'], etag)) return directAnswer(304, headers, null)
  const range = requestedRange(exchange.headers, file)
  if (range === 'unsatisfiable') {
    return directAnswer(416, { ...headers, 'content-range': `bytes */${file.size}` }, null)
  }
  const { first, last } = range ?? { first: 0, last: file.size - 1 }
  const isHead = exchange.method === 'HEAD'
  const bytes = isHead ? Readable.from([]) : await storage.read(file.path, { first, last })
  if (bytes === null) throw new Problem('not_found')
  const responseHeaders = { ...headers, 'content-length': String(last - first + 1) }
  if (range === null) return directAnswer(200, responseHeaders, bytes)
  const contentRange = `bytes ${first}-${last}/${file.size}`
  return directAnswer(206, { ...responseHeaders, 'content-range': contentRange }, bytes)
}

export const matchesEtag = (known: string | undefined, etag: string): boolean =>
  (known ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))

const yearSeconds = 31_536_000

/** A drawing can contain scripts, so it is shown in pages only and never as one. */
const headersOf = ({ service, mimeType, name }: FileRow) => ({
  ...inertHeaders(mimeType),
  'accept-ranges': 'bytes',
  ...(isPublic(service)
    ? {
        ...(mimeType === 'image/svg+xml' && { 'content-disposition': attachment(name) }),
        'cache-control': `public, max-age=${yearSeconds}, immutable`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      }
    : { 'cache-control': 'private, no-store', 'content-disposition': attachment(name) }),
})

/** Uploaded scripts must not run on this origin, and browsers must not guess another type. */
export const inertHeaders = (mimeType: string) => ({
  'content-type': mimeType,
  'x-content-type-options': 'nosniff',
  'content-security-policy': inertPolicy,
})

/** SVG may contain styles and inline images only. */
const inertPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "frame-ancestors 'none'; sandbox"
