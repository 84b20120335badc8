import type { IncomingHttpHeaders } from 'node:http'
import { type Position, positionMax, positionText, readPosition } from '../database/position.ts'
import type { Exchange } from './exchange.ts'
import type { Outgoing } from './run-operation.ts'

const positionHeader = 'guildhall-position'

export type PositionStamp = (exchange: Exchange, answer: Outgoing) => Promise<Outgoing>

export interface PositionCookie {
  readonly name: string
  readonly isSecure: boolean
  readonly ageSeconds: number
}

/**
 * Says in a response how far a reader must be to see what was written. A refusal has it too: a
 * declined payment is a row.
 */
export const positionStamp =
  (readPrimary: () => Promise<Position>, cookie: PositionCookie): PositionStamp =>
  async ({ headers, log }, answer) => {
    const position = await readPrimary().catch((error: unknown) => {
      // What was written stays written. Its author is answered by the primary for a while.
      log.warn({ err: error }, 'the position of a write is unknown')
      return positionMax
    })
    const text = positionText(position)
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    return {
      ...answer,
      headers: {
        ...answer.headers,
        [positionHeader]: text,
        ...(isBrowser(headers) && { 'set-cookie': [...cookies, cookieLine(cookie, text)] }),
      },
    }
  }

/** Programs keep no cookies; they send the header. */
const isBrowser = ({ cookie, origin }: IncomingHttpHeaders): boolean =>
  cookie !== undefined || origin !== undefined

function cookieLine({ name, isSecure, ageSeconds }: PositionCookie, text: string): string {
  const secure = isSecure ? '; Secure' : ''
  return `${name}=${text}; Max-Age=${ageSeconds}; Path=/; HttpOnly${secure}; SameSite=Lax`
}

interface Asked {
  readonly headers: IncomingHttpHeaders
  cookie(name: string): string | null
}

/** What the caller has seen; null if they don’t say. No replica reaches one that can’t be read. */
export function seenPosition(call: Asked, cookieName: string): Position | null {
  const given = [call.headers[positionHeader] ?? [], call.cookie(cookieName) ?? []].flat()
  return given
    .map((text) => readPosition(text) ?? positionMax)
    .reduce<Position | null>((last, one) => (last === null || one > last ? one : last), null)
}
