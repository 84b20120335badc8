import type { CustomerEvent } from './customer-queries.ts'

/** Who did it, as the end of a sentence; null where nobody knows. */
export function actorWords(actor: CustomerEvent['actor']): string | null {
  if (actor === null) return null
  const { type, name } = actor
  if (type === 'operator') return 'by an operator of this server'
  if (type === 'customer') return 'by the customer'
  if (type === 'user') return name === null ? 'by somebody without an account now' : `by ${name}`
  return name === null ? 'by a revoked access token' : `by the access token ${name}`
}

export function changeLine({ field, label, before, after }: CustomerEvent['changes'][number]) {
  return { id: field, label, before: valueWords(before), after: valueWords(after) }
}

function valueWords(value: CustomerEvent['changes'][number]['before']): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
