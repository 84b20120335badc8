import type { Endpoint } from '@guildhall/contract/endpoint'
import { endpointLine, type Located } from './contract-endpoints.ts'
import type { Seen } from './evidence.ts'

/** What the transport may answer for any endpoint, before or instead of its handler. */
export const borderRefusals: readonly string[] = [
  'malformed_json',
  'duplicate_key',
  'json_too_deep',
  'unstorable_text',
  'invalid_origin',
  'method_not_allowed',
  'idempotency_key_in_flight',
  'conflicting_change',
  'body_too_large',
  'unsupported_media_type',
  'unsupported_content_encoding',
  'idempotency_key_invalid',
  'idempotency_key_reused',
  'invalid_input',
  'too_many_requests',
  'internal_error',
  'unavailable',
]

/** Every endpoint has its route, and no route is anything else. */
export function routeFaults(endpoints: readonly Located[], routes: readonly string[]): string[] {
  const declared = endpoints.map(endpointLine)
  return [
    ...declared
      .filter((line, at) => declared.indexOf(line) !== at)
      .map((line) => `${line}: is declared twice`),
    ...declared.filter((line) => !routes.includes(line)).map((line) => `${line}: has no route`),
    ...routes
      .filter((line) => !declared.includes(line))
      .map((line) => `${line}: is in no contract`),
  ]
}

/** Every refusal of the catalogue is some endpoint's, or the border's. */
export function unusedRefusals(codes: readonly string[], endpoints: readonly Endpoint[]): string[] {
  const used = new Set([...borderRefusals, ...endpoints.flatMap(({ refuses }) => refuses)])
  return codes.filter((code) => !used.has(code)).map((code) => `${code}: no endpoint refuses so`)
}

/**
 * An endpoint refuses only in ways that it declares, or clients could not know them. A bug is
 * never one of them.
 */
export function undeclaredRefusals(
  endpoints: readonly Endpoint[],
  seen: readonly Seen[],
): string[] {
  const byLine = new Map(endpoints.map((endpoint) => [endpointLine(endpoint), endpoint]))
  return seen.flatMap(({ endpoint: line, refused }) => {
    const endpoint = byLine.get(line)
    if (endpoint === undefined) return []
    const declared = new Set<string>([...borderRefusals, ...endpoint.refuses])
    declared.delete('internal_error')
    return refused
      .filter((code) => !declared.has(code))
      .map((code) => `${line}: refused with ${code}, which it doesn't declare`)
  })
}

/** Every refusal of the catalogue happened in some test. */
export function unprovokedRefusals(codes: readonly string[], seen: readonly Seen[]): string[] {
  const provoked = new Set(seen.flatMap(({ refused }) => refused))
  return codes.filter((code) => !provoked.has(code)).map((code) => `${code}: no test provokes it`)
}

/** Every endpoint did what it is for in some story. */
export function untoldEndpoints(endpoints: readonly Endpoint[], seen: readonly Seen[]): string[] {
  const told = new Set(seen.flatMap(({ endpoint, succeeded }) => (succeeded ? [endpoint] : [])))
  return endpoints
    .map(endpointLine)
    .filter((line) => !told.has(line))
    .map((line) => `${line}: no story tells of it`)
}
