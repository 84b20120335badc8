import type { CustomerEvent } from './customer-queries.ts'

/** The actor as the end of a sentence; null if unknown. */
export function actorText(actor: CustomerEvent['actor']): string | null {
  if (actor === null) return null
  const { type, name } = actor
  if (type === 'operator') return 'by an operator of this server'
  if (type === 'customer') return 'by the customer'
  if (type === 'user') return name === null ? 'by a deleted user' : `by ${name}`
  return name === null ? 'by a revoked access token' : `by the access token ${name}`
}

export function changeLine({ field, label, before, after }: CustomerEvent['changes'][number]) {
  return { id: field, label, before: valueText(before), after: valueText(after) }
}

function valueText(value: CustomerEvent['changes'][number]['before']): string {
  if (value === null || value === '') return 'nothing'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return String(value)
}
