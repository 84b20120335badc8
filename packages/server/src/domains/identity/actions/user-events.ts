import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { UserRow } from '../store/users.ts'
import { userPayload } from './present.ts'

/** What happened to a user, with the user as of then. */
export const userEvent = (
  name: 'user.created' | 'user.updated' | 'user.deleted',
  row: UserRow,
): NewEvent => ({
  name,
  organizationId: null,
  object: { type: 'user', id: row.id, version: row.version },
  payload: userPayload(row),
})
