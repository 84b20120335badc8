import * as z from 'zod/mini'
import { customerId } from '../customers/shapes.ts'
import { organizationId } from '../organizations/shapes.ts'
import { id, instant } from '../primitives.ts'

/** Who can change something of an organization; `system` are the jobs of the server. */
export const auditActorTypes = ['user', 'access_token', 'operator', 'server_key', 'system'] as const
export type AuditActorType = (typeof auditActorTypes)[number]

export const auditEntryId = id('auditLogEntry')

const AuditActor = z.object({
  type: z.enum(auditActorTypes),
  /** Of the user, the access token, or the operator; null for others. */
  id: z.nullable(z.uuid()),
  /** Null once a user was deleted. */
  name: z.nullable(z.string()),
  /** The last characters of the access token. */
  tokenEnding: z.nullable(z.string()),
  /** As whom an operator acted. */
  impersonatedUserId: z.nullable(id('user')),
  impersonatedUserName: z.nullable(z.string()),
})

/** One field of an object. */
const AuditChange = z.object({
  field: z.string(),
  /** Absent where the earlier value isn't known. */
  before: z.optional(z.unknown()),
  after: z.optional(z.unknown()),
})

export const AuditEntry = z.object({
  id: auditEntryId,
  organizationId,
  /** In real time, even if the organization's clock is frozen. */
  createdAt: instant,
  actor: AuditActor,
  /** The operation, as the API reference names it: `updateProduct`. What the system did is named like one. */
  action: z.string(),
  objectType: z.string(),
  objectId: z.nullable(z.string()),
  customerId: z.nullable(customerId),
  /** Null where the values were erased together with a customer. */
  changes: z.nullable(z.array(AuditChange)),
  ipAddress: z.nullable(z.string()),
  userAgent: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
})
