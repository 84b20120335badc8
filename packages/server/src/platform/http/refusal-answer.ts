import { type Fault, faultSentence } from '@guildhall/contract/faults'
import type { Wire } from '@guildhall/contract/operation'
import type { RefusalEntry } from '@guildhall/contract/refusal-entry'
import { type RefusalCode, refusalEntry, refusals } from '@guildhall/contract/refusals'
import type { Problem } from '../../kernel/refusal.ts'
import type { Answer } from './guards.ts'

/** The response to a refusal in the format of a wire, or null when the catalogue lacks it. */
export function refusalAnswer(wire: Wire, problem: Problem): Answer | null {
  const entry = refusalEntry(problem.code)
  if (entry === undefined) return null
  const details = problem.details ?? {}
  const message = fill(entry.message, details)
  const refused = { entry, details, message }
  const answer = wire === 'account' ? accountAnswer(refused) : billingAnswer(refused)
  return { ...answer, refused: problem.code }
}

/** An unexpected failure: its cause is in the log, under the id that the caller sees. */
export function bugAnswer(wire: Wire, requestId: string, failsAs: RefusalCode): Answer {
  const { message, error } = refusals[failsAs]
  const body =
    wire === 'account'
      ? { code: codeOf(message), message, requestId }
      : { error, detail: message, request_id: requestId }
  return { ...json(500, body, {}), refused: failsAs }
}

interface Refused {
  readonly entry: RefusalEntry
  readonly details: Readonly<Record<string, unknown>>
  readonly message: string
}

function accountAnswer({ entry, details, message }: Refused): Answer {
  const faults = faultsIn(details)
  const text = faults === null ? message : faultSentence(faults)
  const body = { code: entry.code ?? codeOf(message), message: text }
  return json(faults === null ? entry.status : 400, body, details)
}

function billingAnswer({ entry, details, message }: Refused): Answer {
  const faults = faultsIn(details) ?? [faultOf(entry, details, message)]
  const detail = entry.status === 422 && entry.hasPlainDetail !== true ? faults : message
  const { error, reason } = entry
  const answer = json(entry.status, { error, detail, ...(reason && { reason }) }, details)
  if (entry.status !== 401 && entry.bearerError === undefined) return answer
  const challenge = challengeOf(entry, details, message)
  return { ...answer, headers: { ...answer.headers, 'www-authenticate': challenge } }
}

/** RFC 6750: only the scheme when no token was sent, else what is wrong with the token. */
function challengeOf(
  { bearerError }: RefusalEntry,
  { scope }: Readonly<Record<string, unknown>>,
  message: string,
): string {
  const realm = 'Bearer realm="guildhall"'
  if (bearerError === undefined) return realm
  const needed = typeof scope === 'string' ? `, scope="${scope}"` : ''
  return `${realm}, error="${bearerError}", error_description="${message}"${needed}`
}

const faultsIn = (details: Readonly<Record<string, unknown>>): readonly Fault[] | null =>
  Array.isArray(details['faults']) ? details['faults'] : null

function faultOf(
  { fault = 'value_error' }: RefusalEntry,
  { loc }: Readonly<Record<string, unknown>>,
  msg: string,
): Fault {
  return { loc: Array.isArray(loc) ? loc : ['body'], msg, type: fault }
}

/** `You can't leave` → `YOU_CANT_LEAVE`, as the account wire derives its codes. */
export const codeOf = (message: string): string =>
  message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replace(/[^A-Z0-9_]/g, '')

/** What a person reads of it. */
export const refusalText = ({ code, details = {} }: Problem): string =>
  fill(refusals[code].message, details)

const fill = (message: string, details: Readonly<Record<string, unknown>>): string =>
  message.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = details[name]
    return typeof value === 'string' ? value : JSON.stringify(value ?? null)
  })

function json(status: number, body: unknown, details: Readonly<Record<string, unknown>>): Answer {
  const headers: Record<string, string> = { 'content-type': 'application/json' }
  const { retryAfterSeconds, allow, acceptEncoding } = details
  if (typeof retryAfterSeconds === 'number') {
    headers['retry-after'] = String(retryAfterSeconds)
    headers['x-retry-after'] = String(retryAfterSeconds)
  }
  if (typeof allow === 'string') headers['allow'] = allow
  if (typeof acceptEncoding === 'string') headers['accept-encoding'] = acceptEncoding
  return { status, headers, body: JSON.stringify(body) }
}
