import { type Refusal, refuse } from '../../../kernel/refusal.ts'

interface Creation {
  /** A server key bypasses the setting, because the application has its own rules. */
  readonly by: 'user' | 'server'
  readonly allowedTo: 'everyone' | 'operators'
  readonly isOperator: boolean
  /** Memberships of any role, including organizations that others created. */
  readonly memberships: number
  readonly organizationsMax: number | null
}

type CreationRefusal = Refusal<'not_allowed_to_create_organization' | 'organizations_max_reached'>

export function decideCreation({
  by,
  allowedTo,
  isOperator,
  memberships,
  organizationsMax,
}: Creation): CreationRefusal | null {
  const mayCreate = by === 'server' || allowedTo === 'everyone' || isOperator
  if (!mayCreate) return refuse('not_allowed_to_create_organization')
  const isFull = organizationsMax !== null && memberships >= organizationsMax
  return isFull ? refuse('organizations_max_reached') : null
}
