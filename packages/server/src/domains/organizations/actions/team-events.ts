import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { TeamRow } from '../store/teams.ts'
import { presentTeam } from './present.ts'

export const teamEvent = (
  name: 'team.created' | 'team.updated' | 'team.deleted',
  row: TeamRow,
): NewEvent => ({
  name,
  organizationId: row.organizationId,
  object: { type: 'team', id: row.id, version: row.version },
  payload: {
    ...presentTeam(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt?.toISOString() ?? null,
  },
})
