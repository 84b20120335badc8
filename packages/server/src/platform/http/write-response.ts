import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Exchange } from './exchange.ts'
import type { AnswerHeaders } from './guards.ts'
import type { Outgoing } from './run-operation.ts'

/**
 * Writes a response with the default headers; headers of the response itself win. False when the
 * client disconnected before it was complete.
 */
export function writeResponse(
  exchange: Exchange,
  { status, headers, body }: Outgoing,
  border: AnswerHeaders,
): Promise<boolean> | boolean {
  const { incoming, outgoing, requestId } = exchange
  if (outgoing.destroyed) return dropped(body)
  if (!incoming.complete) discardRest(incoming)
  const lines = ['x-request-id', requestId]
  addLines(lines, border, headers)
  addLines(lines, headers, none)
  const isHead = exchange.method === 'HEAD'
  if (body instanceof Readable) {
    outgoing.writeHead(status, lines)
    if (isHead) dropped(body)
    return stream(exchange, isHead ? Readable.from([]) : body)
  }
  if (status !== 204 && status !== 304) {
    lines.push('content-length', body === null ? '0' : String(Buffer.byteLength(body)))
  }
  outgoing.writeHead(status, lines)
  if (isHead || body === null) outgoing.end()
  else outgoing.end(body)
  return true
}

/** What a stream holds is released, though nobody reads it. */
function dropped(body: Outgoing['body']): false {
  if (body instanceof Readable) body.destroy()
  return false
}

const none: AnswerHeaders = {}

/** Names and values alternating, which costs Node half as much as an object. */
function addLines(lines: string[], headers: AnswerHeaders, except: AnswerHeaders): void {
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || name in except) continue
    if (typeof value === 'string') lines.push(name, value)
    else for (const one of value) lines.push(name, one)
  }
}

/** A broken stream destroys its connection, so that the client can't take a part for the whole. */
async function stream({ outgoing, log }: Exchange, body: Readable): Promise<boolean> {
  try {
    await pipeline(body, outgoing)
    return true
  } catch (error) {
    if (body.errored !== null && !isClosedEarly(error)) {
      log.error({ err: error }, 'a stream broke while it was being sent')
    }
    return false
  }
}

const isClosedEarly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

const restBytesMax = 1024 * 1024
const readingTimeMilliseconds = 500

/**
 * Closing immediately while the client still sends would reset the connection before it has read
 * the response, so a little more is read and dropped; a client that keeps sending is closed after a
 * moment.
 */
function discardRest(incoming: IncomingMessage): void {
  let leftBytes = restBytesMax
  incoming.on('data', (chunk: Buffer) => {
    leftBytes -= chunk.length
    if (leftBytes >= 0 || incoming.isPaused()) return
    incoming.pause()
    setTimeout(() => incoming.socket.destroy(), readingTimeMilliseconds).unref()
  })
  incoming.resume()
}
