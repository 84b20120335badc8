import { updateMemberRole } from '@guildhall/contract/organizations/members'
import type { MemberRole } from '@guildhall/contract/organizations/roles'
import { Controller } from 'react-hook-form'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { rolesIn, roleText } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { FormDialog } from '#/ui/form-dialog.tsx'
import type { MemberDialogProps } from './member-dialog.ts'
import { memberName } from './member-name.ts'
import { isOwner } from './member-rights.ts'
import { RolesField, rolesSchema } from './roles-field.tsx'

interface Roles {
  roles: MemberRole[]
}

export function RolesDialog({ member, isSelf, run, onDone, onClose }: MemberDialogProps) {
  const { id: organizationId, role: ownRole } = useOrganization()
  const change = useChange()
  const form = useForm<Roles>({
    schema: { roles: rolesSchema },
    defaultValues: { roles: rolesIn(member.role) },
  })
  const send = async ({ roles }: Roles) => {
    const role = roles.join(',')
    if (role === rolesIn(member.role).join(',')) return onClose()
    const body = { organizationId, memberId: member.id, role }
    const save = async () => {
      await change(() => api.call(updateMemberRole, { body }))
      const roleOrRoles = roles.length > 1 ? 'roles' : 'role'
      const who = isSelf ? 'You have' : `${memberName(member)} has`
      onDone(`${who} the ${roleOrRoles} ${roleText(role)} now`)
    }
    await run({ label: 'Save roles', act: save, messages })
    // Closed as well if the user has to confirm their identity first, in a dialog of its own.
    onClose()
  }
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      title={isSelf ? 'Change your roles' : `Change the roles of ${memberName(member)}`}
      description={
        isSelf
          ? 'Changes apply immediately. Someone else has to restore any access you give up.'
          : 'Changes apply immediately. Members with several roles have the permissions of all of them.'
      }
      submit="Save roles"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, explanations)}
      onClose={onClose}
    >
      <Controller
        name="roles"
        control={form.control}
        render={({ field, fieldState }) => (
          <RolesField
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.error?.message}
            mayMakeOwners={isOwner(ownRole)}
          />
        )}
      />
    </FormDialog>
  )
}

const messages = {
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER:
    'Your role changed, or this member is now an owner. Only owners can change owners.',
  MEMBER_NOT_FOUND: 'This member was removed.',
}

const explanations: Explanations<Roles> = {
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: [
    'roles',
    'You are the only owner, and every organization needs one. Make another member an owner ' +
      'first.',
  ],
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: [
    'root',
    messages.YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER,
  ],
  MEMBER_NOT_FOUND: ['root', messages.MEMBER_NOT_FOUND],
}
