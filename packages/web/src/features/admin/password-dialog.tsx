import { setUserPassword } from '@guildhall/contract/identity/admin'
import { api } from '#/lib/api.ts'
import { present } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import type { UserDialogProps } from './user-dialog.ts'
import { nameOf } from './user-name.ts'

interface NewPassword {
  newPassword: string
}

export function PasswordDialog({ user, onDone, onClose }: UserDialogProps) {
  const form = useForm<NewPassword>({
    schema: { newPassword: present('Enter the new password.') },
    defaultValues: { newPassword: '' },
  })
  const send = async ({ newPassword }: NewPassword) => {
    await api.call(setUserPassword, { body: { userId: user.id, newPassword } })
    await onDone(`Password set for ${nameOf(user)}`)
  }
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      title={`Set a password for ${nameOf(user)}`}
      description={`${nameOf(user)} is signed out everywhere and notified by email. You will know this password; sending a reset link is safer.`}
      submit="Set password"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, explanations)}
      onClose={onClose}
    >
      <Field label="New password" error={errors.newPassword?.message}>
        <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
      </Field>
    </FormDialog>
  )
}

const explanations: Explanations<NewPassword> = {
  PASSWORD_TOO_SHORT: ['newPassword', null],
  PASSWORD_TOO_LONG: ['newPassword', null],
  PASSWORD_TOO_COMMON: ['newPassword', null],
  PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS: ['newPassword', null],
  PASSWORD_COMPROMISED: ['newPassword', null],
  SESSION_IS_NOT_FRESH: [
    'root',
    'You signed in more than a day ago. Sign out and in again to set the password.',
  ],
}
