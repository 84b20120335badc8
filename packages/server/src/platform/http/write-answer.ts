import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Exchange } from './exchange.ts'
import type { AnswerHeaders } from './guards.ts'
import type { Outgoing } from './run-endpoint.ts'

/**
 * Writes an answer under the border's headers; what the answer says itself wins. False where the
 * client was gone before it was whole.
 */
export function writeAnswer(
  exchange: Exchange,
  { status, headers, body }: Outgoing,
  border: AnswerHeaders,
): Promise<boolean> | boolean {
  const { incoming, outgoing, requestId } = exchange
  if (outgoing.destroyed) return false
  if (!incoming.complete) discardRest(incoming)
  const lines = ['x-request-id', requestId]
  addLines(lines, border, headers)
  addLines(lines, headers, none)
  const isHead = exchange.method === 'HEAD'
  if (body instanceof Readable) {
    outgoing.writeHead(status, lines)
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

const none: AnswerHeaders = {}

/** Names and values in turn, which costs node half of what an object does. */
function addLines(lines: string[], headers: AnswerHeaders, except: AnswerHeaders): void {
  for (const name in headers) {
    const value = headers[name]
    if (value === undefined || name in except) continue
    if (typeof value === 'string') lines.push(name, value)
    else for (const one of value) lines.push(name, one)
  }
}

/** A stream that breaks ends its connection: the client must not take a part for the whole. */
async function stream({ outgoing, log }: Exchange, body: Readable): Promise<boolean> {
  try {
    await pipeline(body, outgoing)
    return true
  } catch (error) {
    if (body.errored !== null && !isClosedEarly(error)) {
      log.error({ err: error }, 'a stream broke while it was sent')
    }
    return false
  }
}

const isClosedEarly = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

const restBytesMax = 1024 * 1024
const readingTimeMilliseconds = 500

/**
 * Closing at once while the client still sends would reset the connection before it has read the
 * answer, so a little is read past; who doesn't stop then is left no more than the time to read.
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
