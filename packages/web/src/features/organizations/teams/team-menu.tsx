import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ComponentType } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import type { Team } from '#/features/organizations/organization-queries.ts'
import { RowAction, RowMenu } from '#/ui/row-menu.tsx'
import { RenameTeamDialog } from './name-dialogs.tsx'
import { RemoveTeamDialog } from './remove-team-dialog.tsx'
import type { TeamDialogProps } from './team-dialog.ts'

export interface TeamMenuProps {
  team: Team
  /** Whether the user is in the team. */
  isOwn: boolean
  onAsk: (Dialog: ComponentType<TeamDialogProps>) => void
}

/** The actions on a team; nothing if there are none. */
export function TeamMenu({ team, isOwn, onAsk }: TeamMenuProps) {
  const { role } = useOrganization()
  const mayRename = mayIn(role, 'team', 'update')
  const mayRemove = mayIn(role, 'team', 'delete')
  if (!mayRename && !mayRemove) return null
  return (
    <RowMenu of={team.name}>
      {mayRename && (
        <RowAction icon={<Pencil />} onSelect={() => onAsk(RenameTeamDialog)}>
          Rename…
        </RowAction>
      )}
      {mayRemove && (
        <RowAction
          icon={<Trash2 />}
          destructive
          disabledBecause={isOwn && 'You are in this team. Leave it first.'}
          onSelect={() => onAsk(RemoveTeamDialog)}
        >
          Remove…
        </RowAction>
      )}
    </RowMenu>
  )
}
