import { teamName } from '@guildhall/contract/organizations/shapes'
import { createTeam, updateTeam } from '@guildhall/contract/organizations/teams'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { text } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { TextInput } from '#/ui/text-input.tsx'
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
      before={team.name}
      save={rename}
      onClose={onClose}
    />
  )
}

interface NameDialogProps {
  title: string
  description?: string
  submit: string
  before: string
  save: (name: string) => Promise<void>
  onClose: () => void
}

function NameDialog({ before, save, ...texts }: NameDialogProps) {
  const form = useForm({
    schema: { name: text(teamName, { empty: 'Enter a name.' }) },
    defaultValues: { name: before },
  })
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      {...texts}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, ({ name }) => save(name.trim()), explanations)}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
    </FormDialog>
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
