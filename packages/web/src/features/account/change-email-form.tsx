import { changeEmail } from '@guildhall/contract/identity/email'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Session, sessionQuery } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { present } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { pendingEmailQuery } from './account-queries.ts'
import { useFreshSession } from './fresh-session.tsx'
import { verificationReturn } from './verification-return.ts'

export function ChangeEmailForm({ user }: { user: Session['user'] }) {
  const client = useQueryClient()
  const toast = useToast()
  // Shown only here: the next page says that the address isn’t confirmed.
  const [changedTo, setChangedTo] = useState<string | null>(null)
  const form = useForm({
    schema: { newEmail: present('Enter the new address.') },
    defaultValues: { newEmail: '' },
  })
  const { errors, isSubmitting } = form.formState
  const { run, dialog } = useFreshSession('/account/email')
  const request = async (newEmail: string) => {
    const callbackURL = verificationReturn(window.location.origin)
    await api.call(changeEmail, { body: { newEmail, callbackURL } })
    form.reset()
    if (user.emailVerified) {
      toast({ title: `Link sent to ${user.email}` })
      await client.invalidateQueries(pendingEmailQuery)
    } else {
      setChangedTo(newEmail)
      await client.invalidateQueries(sessionQuery)
    }
  }
  const change = sendOrExplain(
    form,
    ({ newEmail }) => run({ label: 'Change address', act: () => request(newEmail.trim()) }),
    {
      VALIDATION_ERROR: ['newEmail', 'This isn’t an email address.'],
      EMAIL_IS_THE_SAME: ['newEmail', 'This is already your address.'],
      COULDNT_UPDATE_YOUR_EMAIL: ['newEmail', 'This address can’t be used. Try another one.'],
    },
  )
  return (
    <Card
      title="Change your address"
      description={
        user.emailVerified
          ? 'We will send a link to your current address, then one to the new address.'
          : 'We will send a confirmation link to the new address.'
      }
    >
      <form noValidate onSubmit={change} className="grid gap-4">
        {changedTo !== null && (
          <Banner tone="info" title={`Your address is now ${changedTo}.`}>
            Open the link we sent there to confirm it.
          </Banner>
        )}
        {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
        <Field label="New email address" error={errors.newEmail?.message}>
          <TextInput type="email" autoComplete="email" {...form.register('newEmail')} />
        </Field>
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Change address
          </Button>
        </div>
      </form>
      {dialog}
    </Card>
  )
}
