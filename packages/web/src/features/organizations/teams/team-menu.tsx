import Pencil from 'lucide-react/icons/pencil'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ComponentType } from 'react'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { mayIn } from '../../../lib/roles.ts'
import { RowAction, RowMenu } from '../../../ui/row-menu.tsx'
import type { Team } from '../organization-queries.ts'
import { RenameTeamDialog } from './name-dialogs.tsx'
import { RemoveTeamDialog } from './remove-team-dialog.tsx'
import type { TeamDialogProps } from './team-dialog.ts'

export interface TeamMenuProps {
  team: Team
  /** Whether who is looking is in it. */
  isOwn: boolean
  onAsk: (Dialog: ComponentType<TeamDialogProps>) => void
}

/** What one may do about a team; where that is nothing, there is no menu. */
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
          hindrance={isOwn && 'You are in it. Take yourself out first.'}
          onSelect={() => onAsk(RemoveTeamDialog)}
        >
          Remove…
        </RowAction>
      )}
    </RowMenu>
  )
}
