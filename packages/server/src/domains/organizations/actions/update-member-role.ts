import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { decideMemberRoleChange } from '../rules/members.ts'
import {
  countOwners,
  findMemberByIdWithPerson,
  type MemberRow,
  type Membership,
  setMemberRole,
} from '../store/members.ts'
import { enterLocked } from './enter.ts'
import { memberEvent } from './member-events.ts'

interface RoleChange {
  readonly memberId: Id<'member'>
  readonly asked: string | readonly string[]
}

/** Roles that the member has already are no change, and no news. */
export async function updateMemberRole(
  work: Work,
  by: Membership,
  { memberId, asked }: RoleChange,
): Promise<MemberRow> {
  const { member } = await enterLocked(work, by, 'member_not_found')
  const target = await findMemberByIdWithPerson(work.tx, by.organizationId, memberId)
  const role = accept(
    decideMemberRoleChange({
      role: member.role,
      targetRole: target?.role ?? null,
      owners: await countOwners(work.tx, by.organizationId),
      asked,
    }),
  )
  assert(target !== undefined, 'whoever gets a role is there')
  if (target.role === role) return target
  const changed = await setMemberRole(work.tx, target, role)
  work.record(memberEvent('member.updated', changed))
  return changed
}
