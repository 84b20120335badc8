import { removeTeam } from '@guildhall/contract/organizations/teams'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Messages } from '#/lib/failure-message.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import type { TeamDialogProps } from './team-dialog.ts'

export function RemoveTeamDialog({ team, members, onDone, onClose }: TeamDialogProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const remove = async () => {
    await change(() => api.call(removeTeam, { body: { organizationId, teamId: team.id } }))
    onDone(`${team.name} removed`)
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove ${team.name}?`}
      effects={[
        memberEffect(members),
        'Open invitations to this team stay valid, without a team.',
        'This can’t be undone.',
      ]}
      confirm="Remove team"
      messages={messages}
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

function memberEffect(members: number | null): string {
  if (members === 0) return 'It has no members.'
  if (members === 1) return 'Its member stays in the organization, without a team.'
  const all = members === null ? 'Its members' : `Its ${members} members`
  return `${all} stay in the organization, without a team.`
}

const messages: Messages = {
  UNABLE_TO_REMOVE_LAST_TEAM:
    'You can’t remove the last team. Rename it, or create another one first.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 'You are in this team. Leave it before you remove it.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION:
    'Your role changed. Only owners and admins can remove teams.',
  TEAM_NOT_FOUND: 'This team was already removed.',
}
