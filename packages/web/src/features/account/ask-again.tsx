import { reauthenticate } from '@guildhall/contract/identity/sessions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { failureWords } from '../../lib/failure-words.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { sessionQuery } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { linkedAccountsQuery, ownSessionsQuery, passwordProvider } from './account-queries.ts'
import { ComeInAgain } from './come-in-again.tsx'
import type { Delicate } from './delicate.ts'

interface AskAgainProps {
  delicate: Delicate
  returnPath: string
  onClose: () => void
}

/** Asks for the password, or leads to whom one signs in with instead. */
export function AskAgain({ delicate, returnPath, onClose }: AskAgainProps) {
  const { data: linked } = useQuery(linkedAccountsQuery)
  if (linked === undefined) return null
  const hasPassword = linked.some(({ providerId }) => providerId === passwordProvider)
  return hasPassword ? (
    <AskPassword delicate={delicate} onClose={onClose} />
  ) : (
    <ComeInAgain linked={linked} returnPath={returnPath} onClose={onClose} />
  )
}

function AskPassword({ delicate, onClose }: Omit<AskAgainProps, 'returnPath'>) {
  const client = useQueryClient()
  const toast = useToast()
  const { data: session } = useQuery(sessionQuery)
  const form = useForm({ defaultValues: { password: '' } })
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
        await delicate.act()
      } catch (error) {
        const description = failureWords(error, delicate.words)
        toast({ tone: 'bad', title: 'That didn’t work', description })
      }
      onClose()
    },
    { INVALID_PASSWORD: ['password', 'This isn’t your password.'] },
  )
  return (
    <FormDialog
      title="Is it still you?"
      description="You signed in a while ago. Enter your password once more to go on."
      submit={delicate.label}
      destructive
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={goOn}
      onClose={onClose}
    >
      {/* Tells a password manager whose password this is. */}
      <input
        hidden
        readOnly
        type="email"
        autoComplete="username"
        value={session?.user.email ?? ''}
      />
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput
          autoComplete="current-password"
          {...form.register('password', { required: 'Enter your password.' })}
        />
      </Field>
    </FormDialog>
  )
}
