import { removeTeam } from '@guildhall/contract/organizations/teams'
import { api } from '../../../lib/api.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { failureWords, type Words } from '../../../lib/failure-words.ts'
import { useChange } from '../../../lib/use-change.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { TeamDialogProps } from './team-dialog.ts'

export function RemoveTeamDialog({ team, members, onDone, onClose }: TeamDialogProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const remove = async () => {
    try {
      await change(() => api.call(removeTeam, { body: { organizationId, teamId: team.id } }))
    } catch (error) {
      throw new Error(failureWords(error, words), { cause: error })
    }
    onDone(`${team.name} is removed`)
  }
  return (
    <ConfirmDialog
      open
      destructive
      title={`Remove ${team.name}?`}
      effects={[
        whoStays(members),
        'Invitations into this team stay open, and lead into none.',
        'This can’t be taken back.',
      ]}
      confirm="Remove team"
      onConfirm={remove}
      onOpenChange={onClose}
    />
  )
}

function whoStays(members: number | null): string {
  if (members === 0) return 'Nobody is in it.'
  if (members === 1) return 'Its member stays in the organization, in no team.'
  const all = members === null ? 'Its members' : `Its ${members} members`
  return `${all} stay in the organization, in no team.`
}

const words: Words = {
  UNABLE_TO_REMOVE_LAST_TEAM:
    'This is the last team, and one always stays. Rename it, or create another one first.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM:
    'You are in this team. Take yourself out of it first, then remove it.',
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION:
    'Your role changed: only owners and admins remove teams.',
  TEAM_NOT_FOUND: 'This team is no longer here. Somebody else was quicker.',
}
