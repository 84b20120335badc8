import LogOut from 'lucide-react/icons/log-out'
import Network from 'lucide-react/icons/network'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRoundMinus from 'lucide-react/icons/user-round-minus'
import type { ComponentType } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { MenuSeparator } from '../../../ui/menu.tsx'
import { RowAction, RowMenu } from '../../../ui/row-menu.tsx'
import { LeaveDialog } from '../danger/leave-dialog.tsx'
import type { Member } from '../organization-queries.ts'
import type { MemberDialogProps } from './member-dialog.ts'
import { memberName } from './member-name.ts'
import { memberRights } from './member-rights.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { TeamDialog } from './team-dialog.tsx'

export interface MemberMenuProps {
  member: Member
  /** Whether it's the one who is looking. */
  isSelf: boolean
  hasTeams: boolean
  onAsk: (Dialog: ComponentType<MemberDialogProps>) => void
}

/** What one may do about a member; where that is nothing, there is no menu. */
export function MemberMenu({ member, isSelf, hasTeams, onAsk }: MemberMenuProps) {
  const { role: ownRole } = useOrganization()
  const rights = memberRights({ ownRole, isSelf, role: member.role })
  const may = (right: keyof typeof rights) => rights[right] !== 'no'
  const hindrance = (right: keyof typeof rights, words: string) =>
    rights[right] === 'ownersOnly' && words
  const changesTeam = hasTeams && may('changeTeam')
  const changes = may('changeRoles') || changesTeam
  const ends = may('leave') || may('remove')
  if (!changes && !ends) return null
  return (
    <RowMenu walked of={memberName(member)}>
      {may('changeRoles') && (
        <RowAction
          icon={<ShieldCheck />}
          hindrance={hindrance('changeRoles', 'Only owners change owners.')}
          onSelect={() => onAsk(RolesDialog)}
        >
          Change roles…
        </RowAction>
      )}
      {changesTeam && (
        <RowAction icon={<Network />} onSelect={() => onAsk(TeamDialog)}>
          Change team…
        </RowAction>
      )}
      {changes && ends && <MenuSeparator />}
      {may('leave') && (
        <RowAction icon={<LogOut />} destructive onSelect={() => onAsk(LeaveOwn)}>
          Leave…
        </RowAction>
      )}
      {may('remove') && (
        <RowAction
          icon={<UserRoundMinus />}
          destructive
          hindrance={hindrance('remove', 'Only owners remove owners.')}
          onSelect={() => onAsk(RemoveDialog)}
        >
          Remove…
        </RowAction>
      )}
    </RowMenu>
  )
}

function LeaveOwn({ onClose }: MemberDialogProps) {
  return <LeaveDialog open onOpenChange={onClose} />
}
