import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { Problem } from '../../kernel/refusal.ts'
import { findJsonFault, jsonDepthMax } from './json-fault.ts'

/** For endpoints that declare no limit. */
export const bodyLimitBytesDefault = 64 * 1024

const bodyMillisecondsMax = 60_000

const none = Buffer.alloc(0)

/** The client disconnected before its request was complete; there is nobody to respond to. */
export class RequestAborted extends Error {
  override readonly name = 'RequestAborted'
}

/** Reads the body and never buffers more than the limit, whatever length was announced. */
export function readBody(incoming: IncomingMessage, limitBytes: number): Promise<Buffer> {
  const announced = incoming.headers['content-length']
  if (announced === undefined && incoming.headers['transfer-encoding'] === undefined) {
    return Promise.resolve(none)
  }
  if (announced !== '0' && !isPlain(incoming.headers['content-encoding'])) {
    return Promise.reject(new Problem('unsupported_content_encoding', inPlain))
  }
  const tooLarge = () => new Problem('body_too_large', { limitBytes })
  if (Number(announced) > limitBytes) return Promise.reject(tooLarge())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    const collect = (chunk: Buffer) => {
      length += chunk.length
      if (length <= limitBytes) chunks.push(chunk)
      else settle(() => reject(tooLarge()))
    }
    const finish = () =>
      settle(() => resolve(chunks.length === 1 ? (chunks[0] ?? none) : Buffer.concat(chunks)))
    const abort = () => settle(() => reject(new RequestAborted('request aborted')))
    // The server's own timeout is longer, for uploads of file parts.
    const late = setTimeout(() => endLate(incoming), bodyMillisecondsMax)
    const settle = (outcome: () => void) => {
      clearTimeout(late)
      incoming.off('data', collect).off('end', finish).off('error', abort).off('close', abort)
      incoming.pause()
      outcome()
    }
    incoming.on('data', collect).on('end', finish).on('error', abort).on('close', abort)
  })
}

const lateAnswer = 'HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n'

const endLate = ({ socket }: IncomingMessage): void =>
  void socket.end(lateAnswer, () => socket.destroy())

const inPlain = { acceptEncoding: 'identity' }

// Refused because inflating would let a few bytes become many, and bodies are small anyway.
const isPlain = (encoding: string | undefined): boolean =>
  encoding === undefined ||
  encoding
    .toLowerCase()
    .split(',')
    .every((coding) => ['identity', ''].includes(coding.trim()))

type Accepted = 'json' | 'form'

const mediaTypes: Readonly<Record<Accepted, string>> = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
}

/** The parsed body; undefined when there was none. */
export function parseBody(
  bytes: Buffer,
  contentType: string | undefined,
  accepted: Accepted,
): unknown {
  if (bytes.length === 0) return undefined
  const expected = mediaTypes[accepted]
  if (!isMediaType(contentType, expected)) throw new Problem('unsupported_media_type', { expected })
  if (!isUtf8(bytes)) throw new Problem('malformed_json')
  const text = bytes.toString('utf8')
  return accepted === 'json' ? parseJson(text) : parseForm(text)
}

function isMediaType(contentType: string | undefined, expected: string): boolean {
  const [type = '', ...parameters] = (contentType ?? '').toLowerCase().split(';')
  const charset = parameters.map((text) => text.trim()).find((text) => text.startsWith('charset='))
  const isUtf8Text = charset === undefined || /^charset="?utf-?8"?$/.test(charset)
  return type.trim() === expected && isUtf8Text
}

function parseJson(text: string): unknown {
  const value = parsed(text)
  const fault = findJsonFault(text)
  if (fault?.fault === 'depth') throw new Problem('json_too_deep', { depthMax: jsonDepthMax })
  if (fault !== null)
    throw new Problem('duplicate_key', { key: fault.key, loc: ['body', fault.key] })
  // In valid UTF-8 JSON only a backslash escape can produce characters that can't be stored.
  if (text.includes('\\u')) refuseUnstorableText(value)
  return value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Problem('malformed_json')
  }
}

/** The fields of a form are text; a duplicate field is refused like a duplicate key. */
function parseForm(text: string): Record<string, string> {
  const fields = new Map<string, string>()
  for (const [key, value] of new URLSearchParams(text)) {
    if (fields.has(key)) throw new Problem('duplicate_key', { key, loc: ['body', key] })
    fields.set(key, value)
  }
  const value = Object.fromEntries(fields)
  refuseUnstorableText(value)
  return value
}

// PostgreSQL can't store NUL in text or unpaired surrogates in JSON.
const unstorable = /\0|\p{Surrogate}/u

export const isStorable = (text: string): boolean => !unstorable.test(text)

function refuseUnstorableText(value: unknown): void {
  if (typeof value === 'string') {
    if (!isStorable(value)) throw new Problem('unstorable_text')
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      refuseUnstorableText(key)
      refuseUnstorableText(inner)
    }
  }
}
