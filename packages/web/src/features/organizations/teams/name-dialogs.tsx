import { teamName } from '@guildhall/contract/organizations/shapes'
import { createTeam, updateTeam } from '@guildhall/contract/organizations/teams'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import type { Explanations } from '#/lib/send-form.ts'
import { NameDialog } from '#/ui/name-dialog.tsx'
import type { TeamDialogProps } from './team-dialog.ts'

export function CreateTeamDialog({ onDone, onClose }: Pick<TeamDialogProps, 'onDone' | 'onClose'>) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const create = async (name: string) => {
    await change(() => api.call(createTeam, { body: { organizationId, name } }))
    onDone(`${name} created`)
  }
  return (
    <NameDialog
      title="Create a team"
      description="A team groups members who work together. New teams start empty."
      submit="Create team"
      schema={teamName}
      explanations={explanations}
      before=""
      save={create}
      onClose={onClose}
    />
  )
}

export function RenameTeamDialog({ team, onDone, onClose }: TeamDialogProps) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const rename = async (name: string) => {
    if (name === team.name) return onClose()
    const body = { organizationId, teamId: team.id, data: { name } }
    await change(() => api.call(updateTeam, { body }))
    onDone(`${team.name} renamed to ${name}`)
  }
  return (
    <NameDialog
      title={`Rename ${team.name}`}
      submit="Rename"
      schema={teamName}
      explanations={explanations}
      before={team.name}
      save={rename}
      onClose={onClose}
    />
  )
}

const explanations: Explanations<{ name: string }> = {
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: [
    'root',
    'This organization has reached its team limit. Remove a team first.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: [
    'root',
    'Your role changed. Only owners and admins can create teams.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: [
    'root',
    'Your role changed. Only owners and admins can rename teams.',
  ],
  TEAM_NOT_FOUND: ['root', 'This team was just removed.'],
}
