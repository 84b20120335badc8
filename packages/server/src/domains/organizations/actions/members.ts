import { type Id, id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { lockUser } from '../../identity/store/users/users.ts'
import { decideAddition } from '../rules/joining.ts'
import { decideMemberRemoval, decideMemberRoleChange } from '../rules/member-changes.ts'
import {
  countMembers,
  countOwners,
  deleteMember,
  findMember,
  findMemberByEmailWithPerson,
  findMemberByIdWithPerson,
  findMemberWithPerson,
  insertMember,
  type MemberRow,
  type Membership,
  type MemberWithPerson,
  setMemberRole,
} from '../store/members.ts'
import { lockOrganization } from '../store/organizations.ts'
import { authorizeMember } from './authorize-member.ts'
import type { OrganizationDeps } from './deps.ts'
import { notifyTokensLeft } from './notify-token-managers.ts'
import { memberEvent } from './organization-events.ts'
import { resolveTeam } from './resolve-team.ts'

export interface NewMember extends Membership {
  /** In stored form: several roles joined by commas. */
  readonly role: string
  readonly teamId: Id<'team'> | null
}

/** For the application's own backend, which needs no invitation. */
export async function addMember(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  added: NewMember,
): Promise<MemberRow> {
  const { organizationId, userId } = added
  // Deleting a user holds this lock, so a deleted user can't become a member.
  const user = await lockUser(uow.tx, userId)
  const organization = await lockOrganization(uow.tx, organizationId)
  accept(
    decideAddition({
      organizationExists: organization !== undefined,
      userExists: user !== undefined,
      isMember: (await findMember(uow.tx, added)) !== undefined,
      members: await countMembers(uow.tx, organizationId),
      membersMax: deps.config.organizations.memberLimit,
      team: await resolveTeam(uow, deps, added),
    }),
  )
  return createMember(uow, added)
}

/** Requires the locks of the user and the organization, and a decision that allows it. */
export async function createMember(uow: UnitOfWork, added: NewMember): Promise<MemberRow> {
  const { organizationId, userId, role, teamId } = added
  const id = uow.newId('member')
  const created = { organizationId, id, userId, role, teamId, createdAt: uow.now }
  const member = await insertMember(uow.tx, created)
  assert(member !== undefined, 'a user who may join is not a member yet')
  uow.record(memberEvent('member.created', member))
  return member
}

interface RoleChange {
  readonly memberId: Id<'member'>
  readonly requested: string | readonly string[]
  readonly isFresh: boolean
}

/** Setting the roles that the member already has records no event. */
export async function updateMemberRole(
  uow: UnitOfWork,
  by: Membership,
  { memberId, requested, isFresh }: RoleChange,
): Promise<MemberRow> {
  const { member } = await authorizeMember(uow, by, 'member_not_found')
  const target = await findMemberByIdWithPerson(uow.tx, by.organizationId, memberId)
  const role = accept(
    decideMemberRoleChange({
      role: member.role,
      targetRole: target?.role ?? null,
      owners: await countOwners(uow.tx, by.organizationId),
      requested,
      isFresh,
    }),
  )
  assert(target !== undefined, 'a role change is accepted for existing members only')
  if (target.role === role) return target
  const changed = await setMemberRole(uow.tx, target, role)
  uow.record(memberEvent('member.updated', changed))
  return changed
}

/** Members may remove themselves. */
export async function removeMember(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  by: Membership,
  idOrEmail: string,
): Promise<MemberWithPerson> {
  const { member } = await authorizeMember(uow, by, 'member_not_found')
  const target = await findByIdOrEmail(uow, by.organizationId, idOrEmail)
  return remove(uow, deps, { role: member.role, by, target })
}

export async function leaveOrganization(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  by: Membership,
): Promise<MemberWithPerson> {
  const { member } = await authorizeMember(uow, by, 'member_not_found')
  const target = await findMemberWithPerson(uow.tx, by)
  return remove(uow, deps, { role: member.role, by, target })
}

const memberId = id('member')

/** A reference with an @ is an email address, compared in any case. */
async function findByIdOrEmail(
  { tx }: UnitOfWork,
  organizationId: Id<'organization'>,
  idOrEmail: string,
): Promise<MemberWithPerson | undefined> {
  if (idOrEmail.includes('@')) {
    return findMemberByEmailWithPerson(tx, organizationId, idOrEmail.toLowerCase())
  }
  const { data } = memberId.safeParse(idOrEmail)
  return data === undefined ? undefined : findMemberByIdWithPerson(tx, organizationId, data)
}

interface Removal {
  readonly by: Membership
  /** The role of the caller. */
  readonly role: string
  readonly target: MemberWithPerson | undefined
}

async function remove(
  uow: UnitOfWork,
  deps: OrganizationDeps,
  { by, role, target }: Removal,
): Promise<MemberWithPerson> {
  accept(
    decideMemberRemoval({
      role,
      isSelf: target?.userId === by.userId,
      targetRole: target?.role ?? null,
      owners: await countOwners(uow.tx, by.organizationId),
    }),
  )
  assert(target !== undefined, 'a removal is accepted for existing members only')
  await deleteMember(uow.tx, target)
  uow.record(memberEvent('member.deleted', { ...target, version: target.version + 1 }))
  await notifyTokensLeft(uow, deps, target, target)
  return target
}
