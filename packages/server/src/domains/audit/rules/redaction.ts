import { snakeCase } from '@guildhall/contract/wire'
import type { JsonValue } from '../../../kernel/json-value.ts'

export const redacted = '[redacted]'
export const tooLong = '[too long to keep]'

/** The names of fields, in snake case, whose values are secret. */
const secretNames =
  /secret|password|(^|_)token$|^key$|^card(_|$)|^cvc$|^iban$|^account_number$|^authorization$/

/** Links that contain the secret of a checkout or a portal. */
const secretLinks: readonly string[] = ['customer_portal_url', 'payment_url']

const valueLengthMax = 5_000

/** A value without what must not be kept, and without what is too long. */
export function keptValue(name: string, value: JsonValue): JsonValue {
  const kept = withoutSecrets(name, value)
  return JSON.stringify(kept).length > valueLengthMax ? tooLong : kept
}

function withoutSecrets(name: string, value: JsonValue): JsonValue {
  if (value === null) return null
  if (secretNames.test(snakeCase(name)) || secretLinks.includes(name)) return redacted
  if (typeof value === 'string') return value.includes('client_secret=') ? redacted : value
  if (typeof value !== 'object') return value
  if (isList(value)) return value.map((item) => withoutSecrets(name, item))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withoutSecrets(key, inner)]),
  )
}

const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value)
