import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import { insertMember, type MemberRow, type Membership } from '../store/members.ts'
import { memberEvent } from './member-events.ts'

export interface Joining extends Membership {
  /** As roles are stored. */
  readonly role: string
  readonly teamId: Id<'team'> | null
}

/** Who may join does, under the locks of the user and the organization. */
export async function join(work: Work, joining: Joining): Promise<MemberRow> {
  const { organizationId, userId, role, teamId } = joining
  const id = work.newId('member')
  const created = { organizationId, id, userId, role, teamId, createdAt: work.now }
  const member = await insertMember(work.tx, created)
  assert(member !== undefined, 'whoever may join is no member yet')
  work.record(memberEvent('member.created', member))
  return member
}
