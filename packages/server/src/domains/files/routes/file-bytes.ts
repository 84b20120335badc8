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
import type { FileParts } from '../actions/parts.ts'
import { rangeAsked } from '../rules/byte-range.ts'
import { attachment } from '../rules/disposition.ts'
import { isPublic } from '../rules/file-path.ts'
import { type FileRow, findFile } from '../store/files.ts'

const place = z.object({ service: z.enum(fileServices), organizationId, id: fileId })

/** Shows pictures to everybody, and gives goods to whoever has a signed link. */
export const fileBytesRoute = (parts: FileParts): PageRoute => ({
  method: 'GET',
  path: `${filePath}/:service/:organization/:id/:name`,
  async answer(exchange, [service, organization, id, name]) {
    const asked = z.safeParse(place, { service, organizationId: organization, id })
    if (!asked.success) throw new Problem('not_found')
    const path = [service, organization, id, name].join('/')
    if (!isPublic(asked.data.service)) requirePermission(parts, exchange, path)
    const file = await findFile(parts.workshop.database.kysely, asked.data)
    if (file === undefined || !file.isUploaded || file.path !== path) throw new Problem('not_found')
    return answerWith(parts, exchange, file)
  },
})

function requirePermission(parts: FileParts, { queryText }: Exchange, path: string): void {
  const query = new URLSearchParams(queryText)
  const signed = {
    expires: query.get('expires') ?? undefined,
    signature: query.get('signature') ?? undefined,
  }
  const permission = ['file download', path] as const
  const verdict = verifyLink(parts.keyring, signed, permission, parts.clock.now())
  if (verdict !== 'good') throw new Problem(`file_link_${verdict}`)
}

async function answerWith({ storage }: FileParts, exchange: Exchange, file: FileRow) {
  const etag = `"${file.checksumEtag}"`
  const headers = { ...headersOf(file), etag }
  if (matches(exchange.headers['if-none-match'], etag)) return directAnswer(304, headers, null)
  const range = rangeOf(exchange, file, etag)
  if (range === 'unsatisfiable') {
    return directAnswer(416, { ...headers, 'content-range': `bytes */${file.size}` }, null)
  }
  const { first, last } = range ?? { first: 0, last: file.size - 1 }
  const isHead = exchange.method === 'HEAD'
  const bytes = isHead ? Readable.from([]) : await storage.read(file.path, { first, last })
  if (bytes === null) throw new Problem('not_found')
  const shown = { ...headers, 'content-length': String(last - first + 1) }
  if (range === null) return directAnswer(200, shown, bytes)
  const contentRange = `bytes ${first}-${last}/${file.size}`
  return directAnswer(206, { ...shown, 'content-range': contentRange }, bytes)
}

/** A part of another version would spoil what the client has. */
const rangeOf = ({ headers }: Exchange, { size }: FileRow, etag: string) =>
  [undefined, etag].includes(headers['if-range']?.toString())
    ? rangeAsked(headers.range, size)
    : null

const matches = (known: string | undefined, etag: string): boolean =>
  (known ?? '').split(',').some((one) => ['*', etag, `W/${etag}`].includes(one.trim()))

const yearSeconds = 31_536_000

/** Whatever it is, no script in it runs as one of ours, and it is what it's said to be. */
const headersOf = ({ service, mimeType, name }: FileRow) => ({
  'content-type': mimeType,
  'x-content-type-options': 'nosniff',
  'content-security-policy': inertPolicy,
  'accept-ranges': 'bytes',
  ...(isPublic(service)
    ? {
        'cache-control': `public, max-age=${yearSeconds}, immutable`,
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
      }
    : { 'cache-control': 'private, no-store', 'content-disposition': attachment(name) }),
})

/** Drawings may style themselves and hold small pictures, and that's all. */
const inertPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; " +
  "frame-ancestors 'none'; sandbox"
