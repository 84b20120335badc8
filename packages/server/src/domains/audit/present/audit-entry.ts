import { type AuditEntry, auditActorTypes } from '@guildhall/contract/audit/audit-shapes'
import * as z from 'zod/mini'
import { csvLine } from '../../../kernel/csv.ts'
import type { AuditEntryRow } from '../store/audit-entries.ts'

/** Of users; names of access tokens are in the entries. */
export type ActorNames = ReadonlyMap<string, string>

const actorType = z.enum(auditActorTypes)
const changes = z.array(
  z.object({
    field: z.string(),
    before: z.optional(z.unknown()),
    after: z.optional(z.unknown()),
  }),
)

export const presentEntry = (
  row: AuditEntryRow,
  names: ActorNames,
): z.output<typeof AuditEntry> => ({
  id: row.id,
  organizationId: row.organizationId,
  createdAt: row.occurredAt,
  actor: {
    type: z.parse(actorType, row.actorType),
    id: row.actorId,
    name: row.tokenName ?? nameOf(names, row.actorId),
    tokenEnding: row.tokenEnding,
    impersonatedUserId: row.impersonatedUserId,
    impersonatedUserName: nameOf(names, row.impersonatedUserId),
  },
  action: row.action,
  objectType: row.objectType,
  objectId: row.objectId,
  customerId: row.customerId,
  changes: row.changes === null ? null : z.parse(changes, row.changes),
  ipAddress: row.ipAddress,
  userAgent: row.userAgent,
  requestId: row.requestId,
})

const nameOf = (names: ActorNames, id: string | null): string | null =>
  id === null ? null : (names.get(id) ?? null)

/** The people in the rows, whose names are looked up. */
export const peopleIn = (rows: readonly AuditEntryRow[]): string[] => [
  ...new Set(
    rows.flatMap(({ actorId, tokenName, impersonatedUserId }) =>
      [tokenName === null ? actorId : null, impersonatedUserId].flatMap((id) => id ?? []),
    ),
  ),
]

export const auditColumns = [
  'Created At',
  'Actor Type',
  'Actor',
  'Actor Id',
  'Token Ending',
  'Impersonated User',
  'Action',
  'Object Type',
  'Object Id',
  'Customer Id',
  'Changes',
  'IP Address',
  'User Agent',
  'Request Id',
] as const

export const auditLine = (row: AuditEntryRow, names: ActorNames): string =>
  csvLine([
    row.occurredAt.toISOString(),
    row.actorType,
    row.tokenName ?? nameOf(names, row.actorId) ?? '',
    row.actorId ?? '',
    row.tokenEnding ?? '',
    nameOf(names, row.impersonatedUserId) ?? row.impersonatedUserId ?? '',
    row.action,
    row.objectType,
    row.objectId ?? '',
    row.customerId ?? '',
    row.changes === null ? '' : JSON.stringify(row.changes),
    row.ipAddress ?? '',
    row.userAgent ?? '',
    row.requestId ?? '',
  ])
