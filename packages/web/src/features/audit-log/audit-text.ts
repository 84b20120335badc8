import type { AuditActorType } from '@guildhall/contract/audit/audit-shapes'
import type { AuditEntry } from './audit-queries.ts'

export const actorTypeNames: Readonly<Record<AuditActorType, string>> = {
  user: 'Member',
  access_token: 'Access token',
  operator: 'Operator',
  server_key: 'Server key',
  system: 'System',
}

/** “Ada Lovelace”, “Nightly sync (…x8Kq)”, “System” for what jobs of the server did. */
export function actorName({ type, name, tokenEnding }: AuditEntry['actor']): string {
  if (type === 'server_key' || type === 'system') return actorTypeNames[type]
  if (name === null) return type === 'operator' ? 'Deleted operator' : 'Deleted user'
  return tokenEnding === null ? name : `${name} (…${tokenEnding})`
}

/** “Update member role” for `updateMemberRole`, “Tax registration” for `tax_registration`, “User ID” for `user_id`. */
export function readable(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  const text = words
    .replaceAll('_', ' ')
    .replace(/\bid(s?)$/, 'ID$1')
    .trim()
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** A value on one or several lines. */
export function valueText(value: unknown): string {
  if (value === null || value === '') return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}

/** The kinds of objects that the filter offers. */
export const objectKinds = [
  'benefit',
  'benefit_grant',
  'checkout',
  'checkout_link',
  'custom_field',
  'customer',
  'discount',
  'exchange_rate',
  'file',
  'invitation',
  'license_key',
  'member',
  'meter',
  'order',
  'organization',
  'organization_access_token',
  'product',
  'refund',
  'seller_details',
  'subscription',
  'tax_registration',
  'team',
  'usage_limit',
  'webhook_endpoint',
] as const
