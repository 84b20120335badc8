import { addTeamMember } from '@guildhall/contract/organizations/teams'
import { useQuery } from '@tanstack/react-query'
import { Controller } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { memberName } from '#/features/organizations/members/member-name.ts'
import {
  type Member,
  type Team,
  teamsQuery,
} from '#/features/organizations/organization-queries.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { present } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { MultiCombobox } from '#/ui/multi-combobox.tsx'
import type { Option } from '#/ui/option-list.ts'
import { useToast } from '#/ui/toast.tsx'
import { teamMessages } from './team-messages.ts'
import { everybodyQuery } from './team-queries.ts'

interface AddToTeamProps {
  team: Team
  /** The members of the team. */
  members: readonly Member[]
}

type UserId = Member['userId']

export function AddToTeam({ team, members }: AddToTeamProps) {
  const options = useCandidates(members)
  const form = useForm<{ userIds: UserId[] }>({
    schema: { userIds: present('Choose members to add.') },
    defaultValues: { userIds: [] },
  })
  const add = useAdding(team)
  const { isSubmitting } = form.formState
  const submit = sendOrExplain(form, async ({ userIds }) => {
    const { left, failure } = await add(userIds)
    form.reset({ userIds: left })
    if (failure !== null) form.setError('userIds', { message: failure })
  })
  return (
    <form noValidate onSubmit={submit} className="grid gap-2">
      <Controller
        name="userIds"
        control={form.control}
        render={({ field, fieldState }) => (
          <Field
            label="Add members"
            hint="Members of other teams move to this one."
            error={fieldState.error?.message}
          >
            <MultiCombobox
              options={options}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              placeholder="Search by name or address"
              empty="No matching members."
            />
          </Field>
        )}
      />
      <div>
        <Button type="submit" loading={isSubmitting}>
          Add to the team
        </Button>
      </div>
    </form>
  )
}

/** All other members, with their current team. */
function useCandidates(members: readonly Member[]): Option<UserId>[] {
  const { id } = useOrganization()
  const { data: everybody } = useQuery(everybodyQuery(id))
  const { data: teams } = useQuery(teamsQuery(id))
  const inside = new Set(members.map(({ userId }) => userId))
  const others = everybody?.members.filter(({ userId }) => !inside.has(userId)) ?? []
  return others.map((member) => {
    const team = teams?.find(({ id: teamId }) => teamId === member.teamId)
    const now = team === undefined ? '' : ` · in ${team.name}`
    return {
      value: member.userId,
      label: memberName(member),
      hint: `${member.user.email}${now}`,
    }
  })
}

interface Added {
  left: UserId[]
  failure: string | null
}

/** Adds one after the other; an error stops it, and the others stay selected. */
function useAdding(team: Team): (userIds: readonly UserId[]) => Promise<Added> {
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const toast = useToast()
  return async (userIds) => {
    const left = [...userIds]
    let failure: string | null = null
    try {
      await change(async () => {
        for (const userId of userIds) {
          await api.call(addTeamMember, { body: { organizationId, teamId: team.id, userId } })
          left.shift()
        }
      })
    } catch (error) {
      failure = failureMessage(error, teamMessages)
    }
    const added = userIds.length - left.length
    if (added > 0) {
      const who = added === 1 ? '1 member is' : `${added} members are`
      toast({ title: `${who} now in ${team.name}` })
    }
    return { left, failure }
  }
}
