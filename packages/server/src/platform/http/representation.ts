import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Answer, AnswerHeaders } from './guards.ts'

type Encoding = 'br' | 'gzip'

/** A resource in its final bytes, plain and compressed. */
export interface Representation {
  readonly type: string
  readonly etag: string
  readonly identity: Buffer
  readonly encoded: Readonly<Partial<Record<Encoding, Buffer>>>
}

export const representation = (
  type: string,
  identity: Buffer,
  encoded: Representation['encoded'],
): Representation => {
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { type, etag: hash, identity, encoded }
}

// Compressed on demand: the last few percent would take a hundred times the work.
const brotliQuality = 5

export function representText(type: string, text: string): Representation {
  const identity = Buffer.from(text)
  const params = { [constants.BROTLI_PARAM_QUALITY]: brotliQuality }
  return representation(type, identity, {
    br: brotliCompressSync(identity, { params }),
    gzip: gzipSync(identity),
  })
}

interface Sent {
  readonly status?: number
  readonly headers: AnswerHeaders
}

/** Responds with the smallest encoding that the client accepts, or 304 when its copy is current. */
export function sendRepresentation(
  { type, etag, identity, encoded }: Representation,
  asked: IncomingHttpHeaders,
  { status = 200, headers }: Sent,
): Answer {
  const encoding = preferred(asked['accept-encoding'], encoded)
  const tag = encoding === null ? `"${etag}"` : `"${etag}-${encoding}"`
  const common = { ...headers, etag: tag, vary: 'accept-encoding' }
  if (status === 200 && isKnown(asked['if-none-match'], tag)) {
    return { status: 304, headers: common, body: null }
  }
  const described: AnswerHeaders = { ...common, 'content-type': type }
  if (encoding === null) return { status, headers: described, body: identity }
  return {
    status,
    headers: { ...described, 'content-encoding': encoding },
    body: encoded[encoding] ?? identity,
  }
}

const encodings: readonly Encoding[] = ['br', 'gzip']

function preferred(
  accepted: string | string[] | undefined,
  encoded: Representation['encoded'],
): Encoding | null {
  if (accepted === undefined) return null
  const takes = new Map(String(accepted).toLowerCase().split(',').map(codingAndWeight))
  const isTaken = (encoding: Encoding) => (takes.get(encoding) ?? takes.get('*') ?? 0) > 0
  return encodings.find((one) => encoded[one] !== undefined && isTaken(one)) ?? null
}

function codingAndWeight(text: string): [coding: string, weight: number] {
  const [coding = '', ...parameters] = text.split(';').map((part) => part.trim())
  const weight = parameters.find((part) => part.startsWith('q='))
  return [coding, weight === undefined ? 1 : Number(weight.slice(2))]
}

const isKnown = (ifNoneMatch: string | undefined, tag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(',').some((known) => known.trim().replace(/^W\//, '') === tag)
