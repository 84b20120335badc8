import LogOut from 'lucide-react/icons/log-out'
import Network from 'lucide-react/icons/network'
import ShieldCheck from 'lucide-react/icons/shield-check'
import UserRoundMinus from 'lucide-react/icons/user-round-minus'
import type { ComponentType } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { LeaveDialog } from '#/features/organizations/danger/leave-dialog.tsx'
import type { Member } from '#/features/organizations/organization-queries.ts'
import { MenuSeparator } from '#/ui/menu.tsx'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import type { MemberDialogProps } from './member-dialog.ts'
import { memberName } from './member-name.ts'
import { memberRights } from './member-rights.ts'
import { RemoveDialog } from './remove-dialog.tsx'
import { RolesDialog } from './roles-dialog.tsx'
import { TeamDialog } from './team-dialog.tsx'

export interface MemberMenuProps {
  member: Member
  /** Whether it is the current user. */
  isSelf: boolean
  hasTeams: boolean
  onAsk: (Dialog: ComponentType<MemberDialogProps>) => void
}

/** The actions on a member; nothing if there are none. */
export function MemberMenu({ member, isSelf, hasTeams, onAsk }: MemberMenuProps) {
  const { role: ownRole } = useOrganization()
  const rights = memberRights({ ownRole, isSelf, role: member.role })
  const may = (right: keyof typeof rights) => rights[right] !== 'no'
  const disabledBecause = (right: keyof typeof rights, reason: string) =>
    rights[right] === 'ownersOnly' && reason
  const changesTeam = hasTeams && may('changeTeam')
  const changes = may('changeRoles') || changesTeam
  const ends = may('leave') || may('remove')
  if (!changes && !ends) return null
  return (
    <RowMenu walked of={memberName(member)}>
      {may('changeRoles') && (
        <RowAction
          icon={<ShieldCheck />}
          disabledBecause={disabledBecause('changeRoles', 'Only owners can change owners.')}
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
          disabledBecause={disabledBecause('remove', 'Only owners can remove owners.')}
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
