import { reauthenticate } from '@guildhall/contract/identity/sessions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SensitiveAction } from '#/entities/account/sensitive-action.ts'
import { sessionQuery } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { present } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { linkedAccountsQuery, ownSessionsQuery, passwordProvider } from './account-queries.ts'
import { SignInAgain } from './sign-in-again.tsx'

interface ConfirmIdentityProps {
  action: SensitiveAction
  returnPath: string
  onClose: () => void
}

/** Asks for the password, or offers to sign in with a provider again. */
export function ConfirmIdentity({ action, returnPath, onClose }: ConfirmIdentityProps) {
  const { data: linked } = useQuery(linkedAccountsQuery)
  if (linked === undefined) return null
  const hasPassword = linked.some(({ providerId }) => providerId === passwordProvider)
  return hasPassword ? (
    <ConfirmPassword action={action} onClose={onClose} />
  ) : (
    <SignInAgain linked={linked} returnPath={returnPath} onClose={onClose} />
  )
}

function ConfirmPassword({ action, onClose }: Omit<ConfirmIdentityProps, 'returnPath'>) {
  const client = useQueryClient()
  const toast = useToast()
  const { data: session } = useQuery(sessionQuery)
  const form = useForm({
    schema: { password: present('Enter your password.') },
    defaultValues: { password: '' },
  })
  const { errors, isSubmitting } = form.formState
  const goOn = sendOrExplain(
    form,
    async (values) => {
      await api.call(reauthenticate, { body: values })
      await Promise.all([
        client.invalidateQueries(sessionQuery),
        client.invalidateQueries(ownSessionsQuery),
      ])
      try {
        await action.act()
      } catch (error) {
        const description = failureMessage(error, action.messages)
        toast({ tone: 'bad', title: 'Something went wrong', description })
      }
      onClose()
    },
    { INVALID_PASSWORD: ['password', 'This password is incorrect.'] },
  )
  return (
    <FormDialog
      title="Confirm it’s you"
      description="You signed in a while ago. Enter your password to continue."
      submit={action.label}
      destructive={action.destructive ?? false}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={goOn}
      onClose={onClose}
    >
      {/* Tells password managers which account the password belongs to. */}
      <input
        hidden
        readOnly
        type="email"
        autoComplete="username"
        value={session?.user.email ?? ''}
      />
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  )
}
