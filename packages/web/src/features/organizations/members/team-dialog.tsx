import { addTeamMember, removeTeamMember } from '@guildhall/contract/organizations/teams'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import {
  type Member,
  type Team,
  teamsQuery,
} from '#/features/organizations/organization-queries.ts'
import { api } from '#/lib/api.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { FormDialog } from '#/ui/form-dialog.tsx'
import type { MemberDialogProps } from './member-dialog.ts'
import { memberName } from './member-name.ts'
import { TeamField } from './team-field.tsx'

interface Chosen {
  teamId: Team['id'] | null
}

export function TeamDialog({ member, isSelf, onDone, onClose }: MemberDialogProps) {
  const { id: organizationId } = useOrganization()
  const { data: teams } = useQuery(teamsQuery(organizationId))
  const change = useChange()
  const form = useForm<Chosen>({ defaultValues: { teamId: member.teamId } })
  const name = memberName(member)
  const send = async ({ teamId }: Chosen) => {
    if (teamId === member.teamId) return onClose()
    await change(() => moveMember(member, teamId))
    const team = teams?.find(({ id }) => id === teamId)
    const who = isSelf ? 'You are' : `${name} is`
    onDone(team === undefined ? `${who} no longer in a team` : `${who} now in ${team.name}`)
  }
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      title={isSelf ? 'Change your team' : `Change the team of ${name}`}
      description="A member can be in one team."
      submit="Save team"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, explanations)}
      onClose={onClose}
    >
      <Controller
        name="teamId"
        control={form.control}
        render={({ field, fieldState }) => (
          <TeamField
            teams={teams ?? []}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
    </FormDialog>
  )
}

/** Moves the member to another team, or out of theirs. */
async function moveMember(
  { organizationId, userId, teamId: before }: Member,
  teamId: Team['id'] | null,
): Promise<void> {
  if (teamId !== null) {
    await api.call(addTeamMember, { body: { organizationId, userId, teamId } })
  } else if (before !== null) {
    await api.call(removeTeamMember, { body: { organizationId, userId, teamId: before } })
  }
}

const explanations: Explanations<Chosen> = {
  TEAM_MEMBER_LIMIT_REACHED: [
    'teamId',
    'This team is full. Choose another one, or remove a member from it first.',
  ],
  TEAM_NOT_FOUND: ['teamId', 'This team was just removed. Choose another one.'],
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: [
    'root',
    'This member’s team was just changed by someone else.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: [
    'root',
    'Your role changed. Only owners and admins can change teams.',
  ],
  MEMBER_NOT_FOUND: ['root', 'This member was removed.'],
}
