import { changeEmail } from '@guildhall/contract/identity/email'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { type Session, sessionQuery } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { pendingEmailQuery } from './account-queries.ts'
import { verificationReturn } from './verification-return.ts'

export function ChangeEmailForm({ user }: { user: Session['user'] }) {
  const client = useQueryClient()
  const toast = useToast()
  // Only while the page stays: the next one says of the address that it isn't confirmed.
  const [changedTo, setChangedTo] = useState<string | null>(null)
  const form = useForm({ defaultValues: { newEmail: '' } })
  const { errors, isSubmitting } = form.formState
  const change = sendOrExplain(
    form,
    async (values) => {
      const newEmail = values.newEmail.trim()
      const callbackURL = verificationReturn(window.location.origin)
      await api.call(changeEmail, { body: { newEmail, callbackURL } })
      form.reset()
      if (user.emailVerified) {
        toast({ title: `A link is on its way to ${user.email}` })
        await client.invalidateQueries(pendingEmailQuery)
      } else {
        setChangedTo(newEmail)
        await client.invalidateQueries(sessionQuery)
      }
    },
    {
      VALIDATION_ERROR: ['newEmail', 'This isn’t an e-mail address.'],
      EMAIL_IS_THE_SAME: ['newEmail', 'This is your address already.'],
      COULDNT_UPDATE_YOUR_EMAIL: ['newEmail', 'This address can’t be used. Try another one.'],
    },
  )
  return (
    <Card
      title="Change your address"
      description={
        user.emailVerified
          ? 'First a link goes to your current address, then one to the new address.'
          : 'A link to confirm it goes to the new address.'
      }
    >
      <form noValidate onSubmit={change} className="grid gap-4">
        {changedTo !== null && (
          <Banner tone="info" title={`Your address is now ${changedTo}.`}>
            Open the link that we’ve sent there to confirm it.
          </Banner>
        )}
        {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
        <Field label="New e-mail address" error={errors.newEmail?.message}>
          <TextInput
            type="email"
            autoComplete="email"
            {...form.register('newEmail', { required: 'Enter the new address.' })}
          />
        </Field>
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Change address
          </Button>
        </div>
      </form>
    </Card>
  )
}
