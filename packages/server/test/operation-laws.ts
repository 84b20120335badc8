import type { Operation } from '@guildhall/contract/operation'
import { type Located, operationLine } from './contract-operations.ts'
import type { ObservedResponses } from './evidence.ts'

/** Refusals of the transport, which any endpoint may return. */
export const transportRefusals: readonly string[] = [
  'malformed_json',
  'duplicate_key',
  'json_too_deep',
  'unstorable_text',
  'invalid_origin',
  'method_not_allowed',
  'not_implemented',
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

/** Every endpoint has a route, and every route an endpoint. */
export function routeFaults(operations: readonly Located[], routes: readonly string[]): string[] {
  const declared = operations.map(operationLine)
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

/** Every refusal of the catalogue is declared by an endpoint or the transport. */
export function unusedRefusals(
  codes: readonly string[],
  operations: readonly Operation[],
): string[] {
  const used = new Set([...transportRefusals, ...operations.flatMap(({ refuses }) => refuses)])
  return codes.filter((code) => !used.has(code)).map((code) => `${code}: no endpoint declares it`)
}

/**
 * An endpoint returns only refusals that it declares, so that clients can know them. An internal
 * error is never declared.
 */
export function undeclaredRefusals(
  operations: readonly Operation[],
  seen: readonly ObservedResponses[],
): string[] {
  const byLine = new Map(operations.map((operation) => [operationLine(operation), operation]))
  return seen.flatMap(({ operation: line, refused }) => {
    const operation = byLine.get(line)
    if (operation === undefined) return []
    const declared = new Set<string>([...transportRefusals, ...operation.refuses])
    declared.delete('internal_error')
    return refused
      .filter((code) => !declared.has(code))
      .map((code) => `${line}: refused with ${code}, which it doesn't declare`)
  })
}

/** Every refusal of the catalogue was returned in some test. */
export function unprovokedRefusals(
  codes: readonly string[],
  seen: readonly ObservedResponses[],
): string[] {
  const provoked = new Set(seen.flatMap(({ refused }) => refused))
  return codes.filter((code) => !provoked.has(code)).map((code) => `${code}: no test provokes it`)
}

/** Every endpoint succeeded in some story. */
export function untestedOperations(
  operations: readonly Operation[],
  seen: readonly ObservedResponses[],
): string[] {
  const reported = new Set(
    seen.flatMap(({ operation, succeeded }) => (succeeded ? [operation] : [])),
  )
  return operations
    .map(operationLine)
    .filter((line) => !reported.has(line))
    .map((line) => `${line}: no story covers it`)
}
