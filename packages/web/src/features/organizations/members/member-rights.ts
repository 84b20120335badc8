import { mayIn, rolesIn } from '#/entities/organization/roles.ts'

interface RightsFacts {
  /** The roles of the current user. */
  ownRole: string
  isSelf: boolean
  /** The roles of the listed member. */
  role: string
}

/** `ownersOnly`: an owner could do it. */
type Right = 'yes' | 'ownersOnly' | 'no'

interface MemberRights {
  changeRoles: Right
  changeTeam: Right
  /** Leaving applies to oneself, removing to others. */
  leave: Right
  remove: Right
}

/** The member actions the UI offers; the server enforces permissions. */
export function memberRights({ ownRole, isSelf, role }: RightsFacts): MemberRights {
  const isForOwners = isOwner(role) && !isOwner(ownRole)
  const limited = (isAllowed: boolean): Right => {
    if (!isAllowed) return 'no'
    return isForOwners ? 'ownersOnly' : 'yes'
  }
  return {
    changeRoles: limited(mayIn(ownRole, 'member', 'update')),
    changeTeam: mayIn(ownRole, 'member', 'update') ? 'yes' : 'no',
    leave: isSelf ? 'yes' : 'no',
    remove: isSelf ? 'no' : limited(mayIn(ownRole, 'member', 'delete')),
  }
}

export function isOwner(role: string): boolean {
  return rolesIn(role).includes('owner')
}
