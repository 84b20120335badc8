import { mayIn, rolesIn } from '../../../lib/roles.ts'

interface RightsFacts {
  /** Of who is looking. */
  ownRole: string
  isSelf: boolean
  /** Of the member who is looked at. */
  role: string
}

/** `ownersOnly`: an owner could. */
type Right = 'yes' | 'ownersOnly' | 'no'

interface MemberRights {
  changeRoles: Right
  changeTeam: Right
  /** One leaves, and removes others. */
  leave: Right
  remove: Right
}

/** What somebody may do about a member, as the pages show it; the server has the last word. */
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
