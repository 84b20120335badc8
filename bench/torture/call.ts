import { publicUrl } from '../constants.ts'

export interface Answer {
  readonly status: number
  /** Of the session that the request began. */
  readonly sessionToken: string | null
  readonly body: Readonly<Record<string, unknown>>
}

/** Calls one of the processes; null if the connection broke before the whole answer was there. */
export type Call = (
  method: string,
  path: string,
  body: object | null,
  token?: string,
) => Promise<Answer | null>

const answerMillisecondsMax = 30_000

/** Takes the processes in turn. */
export function callsTo(ports: readonly number[]): Call {
  let next = 0
  return async (method, path, body, token) => {
    next += 1
    const port = ports[next % ports.length]
    try {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        headers: {
          origin: publicUrl,
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        signal: AbortSignal.timeout(answerMillisecondsMax),
        ...(body !== null && { body: JSON.stringify(body) }),
      })
      return {
        status: answer.status,
        sessionToken: answer.headers.get('set-auth-token'),
        body: JSON.parse(await answer.text()),
      }
    } catch {
      return null
    }
  }
}

/** The request may be sent again. */
export const isOverloaded = ({ status }: Answer): boolean => status >= 500 || status === 409
