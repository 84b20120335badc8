import type { IncomingHttpHeaders } from 'node:http'
import type { Origin } from '../store/audit.ts'
import type { SignedIn } from './signed-in.ts'

const userAgentLengthMax = 1024

interface ReceivedCall {
  readonly address: string
  readonly headers: IncomingHttpHeaders
  readonly caller?: object | null
}

/** Where a call came from, as sessions and audit entries store it. */
export function originOf({ address, headers, caller = null }: ReceivedCall): Origin {
  const userAgent = (headers['user-agent'] ?? '').slice(0, userAgentLengthMax)
  const operatorId = isSignedIn(caller) ? caller.session.impersonatedBy : null
  return { address, userAgent, ...(operatorId !== null && { operatorId }) }
}

const isSignedIn = (caller: object | null): caller is SignedIn =>
  caller !== null && 'session' in caller && 'user' in caller
