import { setRole } from '@guildhall/contract/identity/admin'
import type { UserRole } from '@guildhall/contract/identity/user-roles'
import { Controller } from 'react-hook-form'
import { isOperator } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import type { UserDialogProps } from './user-dialog.ts'
import { nameOf } from './user-name.ts'

export function RoleDialog({ user, isOwn, onDone, onClose }: UserDialogProps) {
  const before: UserRole = isOperator(user) ? 'admin' : 'user'
  const form = useForm<{ role: UserRole }>({ defaultValues: { role: before } })
  const send = async ({ role }: { role: UserRole }) => {
    if (role === before) return onClose()
    await api.call(setRole, { body: { userId: user.id, role } })
    await onDone(
      role === 'admin' ? `${nameOf(user)} is now an operator` : `${nameOf(user)} is now a user`,
    )
  }
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      title={`Change the role of ${nameOf(user)}`}
      submit="Change role"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {
        THIS_SERVER_NEEDS_AT_LEAST_ONE_OPERATOR: [
          'role',
          'This is the last operator. Make another user an operator first.',
        ],
      })}
      onClose={onClose}
    >
      <Controller
        name="role"
        control={form.control}
        render={({ field, fieldState }) => (
          <RadioGroup
            legend="Role"
            boxed
            options={isOwn ? ownRoleOptions : roleOptions}
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

export const roleOptions = [
  {
    value: 'user',
    label: 'User',
    hint: 'Has an account and the permissions granted by organizations.',
  },
  {
    value: 'admin',
    label: 'Operator',
    hint: 'Can view and change all accounts on this server and appoint operators.',
  },
] as const satisfies readonly { value: UserRole; label: string; hint: string }[]

const ownRoleOptions = [
  {
    ...roleOptions[0],
    hint: 'You immediately lose access to these pages; another operator can restore it.',
  },
  roleOptions[1],
] as const
