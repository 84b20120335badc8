import { type Id, id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { decideMemberRemoval } from '../rules/members.ts'
import {
  countOwners,
  deleteMember,
  findMemberByEmailWithPerson,
  findMemberByIdWithPerson,
  findMemberWithPerson,
  type Membership,
  type MemberWithPerson,
} from '../store/members.ts'
import { enterLocked } from './enter.ts'
import { memberEvent } from './member-events.ts'

/** Removes the member with this id or this address, who may be the one who asks. */
export async function removeMember(
  work: Work,
  by: Membership,
  idOrEmail: string,
): Promise<MemberWithPerson> {
  const { member } = await enterLocked(work, by, 'member_not_found')
  const target = await findNamed(work, by.organizationId, idOrEmail)
  return remove(work, { role: member.role, by, target })
}

export async function leaveOrganization(work: Work, by: Membership): Promise<MemberWithPerson> {
  const { member } = await enterLocked(work, by, 'member_not_found')
  const target = await findMemberWithPerson(work.tx, by)
  return remove(work, { role: member.role, by, target })
}

const memberId = id('member')

/** Of this organization only. What contains an @ is an address, in whatever case. */
async function findNamed(
  { tx }: Work,
  organizationId: Id<'organization'>,
  named: string,
): Promise<MemberWithPerson | undefined> {
  if (named.includes('@')) {
    return findMemberByEmailWithPerson(tx, organizationId, named.toLowerCase())
  }
  const { data } = memberId.safeParse(named)
  return data === undefined ? undefined : findMemberByIdWithPerson(tx, organizationId, data)
}

interface Removal {
  readonly by: Membership
  /** Of the one who removes. */
  readonly role: string
  readonly target: MemberWithPerson | undefined
}

async function remove(work: Work, { by, role, target }: Removal): Promise<MemberWithPerson> {
  accept(
    decideMemberRemoval({
      role,
      isSelf: target?.userId === by.userId,
      targetRole: target?.role ?? null,
      owners: await countOwners(work.tx, by.organizationId),
    }),
  )
  assert(target !== undefined, 'whoever may be removed is there')
  await deleteMember(work.tx, target)
  work.record(memberEvent('member.deleted', { ...target, version: target.version + 1 }))
  return target
}
