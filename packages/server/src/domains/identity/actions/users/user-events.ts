import { eventOf } from '../../../../platform/outbox/domain-events.ts'
import type { NewEvent } from '../../../../platform/outbox/record.ts'
import { presentUser } from '../../present/user.ts'
import type { UserRow } from '../../store/users/users.ts'

export const userEvent = (
  name: 'user.created' | 'user.updated' | 'user.deleted',
  row: UserRow,
): NewEvent =>
  eventOf(name, { organizationId: null, id: row.id, version: row.version }, presentUser(row))
