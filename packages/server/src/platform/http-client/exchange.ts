import type { ClientRequest } from 'node:http'
import { reasonOf } from './checked-addresses.ts'
import type { OutsideFailure } from './fetch-outside.ts'

/** The other side has spoken: from then on its status counts, whatever becomes of the rest. */
export interface Spoken {
  readonly status: number
  /** How the body begins. */
  readonly head: Buffer
}

interface Exchange {
  readonly body: string
  /** When so much of the answer is there, the line is cut. */
  readonly headBytesMax: number
  readonly late: AbortSignal
  readonly lateFailure: OutsideFailure
}

/**
 * Says what there is to say, and listens to the first words of the answer. Null where a line that
 * was open already had been closed by the other side: nothing was heard there.
 */
export function exchange(
  outgoing: ClientRequest,
  { body, headBytesMax, late, lateFailure }: Exchange,
): Promise<Spoken | OutsideFailure | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let bytes = 0
    let status: number | null = null
    const settle = (failure: OutsideFailure | null) => {
      const head = Buffer.concat(chunks).subarray(0, headBytesMax)
      resolve(status === null ? failure : { status, head })
    }
    const fail = (error: Error) =>
      settle(isClosedLine(outgoing, error) ? null : unreachable(reasonOf(error)))

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

const unreachable = (reason: string): OutsideFailure => ({ failed: 'unreachable', reason })

const isClosedLine = ({ reusedSocket }: ClientRequest, error: Error): boolean =>
  reusedSocket && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
