import type { Operation } from '@guildhall/contract/operation'
import { sendTo } from '../raw-http.ts'
import type { TestServer } from '../server.ts'
import type { Credentials } from './callers.ts'
import { unknownId } from './plausible-input.ts'

export interface ProbeRequest {
  readonly credentials: Credentials
  /** Escaped by the caller, so that malformed escapes can be sent, too. */
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: string
  readonly contentType?: string
}

export interface ProbeAnswer {
  readonly status: number
  readonly text: string
}

/** Sends one request as it is, without what a client library would correct. */
export async function sendProbe(
  { port }: Pick<TestServer, 'port'>,
  { method, path }: Operation,
  request: ProbeRequest,
): Promise<ProbeAnswer> {
  const { credentials, params = {}, query = {}, body, contentType = 'application/json' } = request
  const place = path.replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? unknownId)
  const search = new URLSearchParams(query).toString()
  const lines = Object.entries({
    ...credentials,
    ...(body !== undefined && contentType !== '' && { 'content-type': contentType }),
  }).map((pair) => pair.join(': '))
  const target = search === '' ? place : `${place}?${search}`
  const answer = await sendTo(port, method, target, lines, body)
  return { status: answer.status, text: answer.body }
}
