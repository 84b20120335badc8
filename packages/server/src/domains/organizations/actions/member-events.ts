import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { MemberRow } from '../store/members.ts'
import { presentMember } from './present.ts'

export const memberEvent = (
  name: 'member.created' | 'member.updated' | 'member.deleted',
  row: MemberRow,
): NewEvent => ({
  name,
  organizationId: row.organizationId,
  object: { type: 'member', id: row.id, version: row.version },
  payload: { ...presentMember(row), createdAt: row.createdAt.toISOString() },
})
