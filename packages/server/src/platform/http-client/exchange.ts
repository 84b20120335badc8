import type { ClientRequest } from 'node:http'
import { faultOf } from './checked-addresses.ts'
import type { ExternalFailure } from './fetch-external.ts'

/** The start of a response: its status counts even if the body fails. */
export interface ResponseHead {
  readonly status: number
  /** The beginning of the body. */
  readonly head: Buffer
}

interface Exchange {
  readonly body: string
  /** After so many bytes of the response the connection is closed. */
  readonly headBytesMax: number
  readonly late: AbortSignal
  readonly lateFailure: ExternalFailure
}

/**
 * Sends a request and reads the beginning of the response. Null when a reused connection had been
 * closed by the other side before any response.
 */
export function exchange(
  outgoing: ClientRequest,
  { body, headBytesMax, late, lateFailure }: Exchange,
): Promise<ResponseHead | ExternalFailure | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let status: number | null = null
    const settle = (failure: ExternalFailure | null) => {
      const head = Buffer.concat(chunks).subarray(0, headBytesMax)
      resolve(status === null ? failure : { status, head })
    }
    const fail = (error: Error) =>
      settle(
        isClosedConnection(outgoing, error) ? null : { failed: 'unreachable', ...faultOf(error) },
      )

    outgoing.on('error', fail)
    outgoing.on('response', (response) => {
      status = response.statusCode ?? 0
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        bytes += chunk.length
        if (bytes <= headBytesMax) return
        settle(null)
        outgoing.destroy()
      })
      response.on('error', fail)
      response.on('end', () => settle(null))
    })
    late.addEventListener('abort', () => {
      settle(lateFailure)
      outgoing.destroy()
    })
    outgoing.end(body)
  })
}

const isClosedConnection = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
