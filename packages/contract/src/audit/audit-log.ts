import * as z from 'zod/mini'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { anyOf, listing, listOf } from '../billing/listing.ts'
import { customerId } from '../customers/shapes.ts'
import { operation } from '../operation.ts'
import { organizationId } from '../organizations/shapes.ts'
import { instant } from '../primitives.ts'
import { AuditEntry, auditActorTypes } from './audit-shapes.ts'

const nameLengthMax = 100
const name = z.string().check(z.minLength(1), z.maxLength(nameLengthMax))

const filters = {
  organizationId: anyOf(organizationId),
  actorType: anyOf(z.enum(auditActorTypes)),
  actorId: anyOf(z.uuid()),
  action: anyOf(name),
  objectType: anyOf(name),
  objectId: anyOf(name),
  customerId: anyOf(customerId),
  /** From this instant. */
  from: z.optional(instant),
  /** Before this instant. */
  to: z.optional(instant),
}

const ofAuditLog = { ...forSellers, tag: 'Audit log', status: 200 } as const
const listRefusals = ['organization_id_missing', 'several_organizations'] as const

export const listAuditEntries = operation({
  ...ofAuditLog,
  name: 'listAuditEntries',
  reads: 'replica',
  method: 'GET',
  path: '/v1/audit-log',
  summary: 'List the audit log',
  description:
    'Who changed what of the organization, when and from where, with the values before and after. ' +
    'For owners and admins. An operation that changed several objects has an entry for each.',
  may: 'audit_log:read',
  query: z.object({ ...listing(['created_at'], ['-created_at']), ...filters }),
  returns: listOf(AuditEntry),
  refuses: [...callRefusals, ...listRefusals],
})

export const exportAuditEntries = operation({
  ...ofAuditLog,
  name: 'exportAuditEntries',
  reads: 'replica',
  method: 'GET',
  path: '/v1/audit-log/export',
  summary: 'Export the audit log as CSV',
  description:
    'The newest first, with the filters of the list. The response is `text/csv`, or the same file ' +
    'as a JSON string for callers that accept `application/json`.',
  may: 'audit_log:read',
  query: z.object(filters),
  returns: z.string(),
  refuses: [...callRefusals, ...listRefusals],
})

export const auditMonthsDefault = 24
export const auditMonthsMax = 120

const AuditLogSettings = z.object({
  /** Older entries are deleted. */
  keptMonths: z.int().check(z.minimum(1), z.maximum(auditMonthsMax)),
})

const ofSettings = {
  ...ofAuditLog,
  path: '/v1/organizations/:id/audit-log-settings',
  params: z.object({ id: organizationId }),
  returns: AuditLogSettings,
  refuses: [...callRefusals, 'not_found'],
} as const

export const getAuditLogSettings = operation({
  ...ofSettings,
  name: 'getAuditLogSettings',
  method: 'GET',
  summary: 'Get the settings of the audit log',
  may: 'audit_log:read',
})

export const updateAuditLogSettings = operation({
  ...ofSettings,
  name: 'updateAuditLogSettings',
  method: 'PATCH',
  summary: 'Update the settings of the audit log',
  description:
    'How long entries are kept, 24 months by default. Only an owner can change it, in person: ' +
    'a shorter time deletes older entries the next night.',
  may: 'audit_log:manage',
  body: AuditLogSettings,
  refuses: [...ofSettings.refuses, 'person_required'],
})
