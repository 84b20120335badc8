import { createTeam, updateTeam } from '@guildhall/contract/organizations/teams'
import { api } from '../../../lib/api.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { type Explanations, sendOrExplain } from '../../../lib/send-form.ts'
import { useChange } from '../../../lib/use-change.ts'
import { useForm } from '../../../lib/use-form.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { nameMistake } from '../profile-rules.ts'
import type { TeamDialogProps } from './team-dialog.ts'

export function CreateTeamDialog({ onDone, onClose }: Pick<TeamDialogProps, 'onDone' | 'onClose'>) {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const create = async (name: string) => {
    await change(() => api.call(createTeam, { body: { organizationId, name } }))
    onDone(`${name} is ready`)
  }
  return (
    <NameDialog
      title="Create a team"
      description="A team groups members who work on the same thing. It starts without any."
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
    onDone(`${team.name} is ${name} now`)
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

function NameDialog({ before, save, ...words }: NameDialogProps) {
  const form = useForm({ defaultValues: { name: before } })
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      {...words}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, ({ name }) => save(name.trim()), explanations)}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          {...form.register('name', { validate: (name) => nameMistake(name) ?? true })}
        />
      </Field>
    </FormDialog>
  )
}

const explanations: Explanations<{ name: string }> = {
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: [
    'root',
    'There can’t be more teams in this organization. Remove one that nobody needs.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: [
    'root',
    'Your role changed: only owners and admins create teams.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: [
    'root',
    'Your role changed: only owners and admins rename teams.',
  ],
  TEAM_NOT_FOUND: ['root', 'This team is no longer here. Somebody removed it just now.'],
}
