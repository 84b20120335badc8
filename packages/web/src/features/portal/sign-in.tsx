import { redeemPortalCode, requestPortalCode } from '@guildhall/contract/portal/sign-in'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { type Explanations, sendOrExplain } from '../../lib/send-form.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import type { Shop } from './portal-queries.ts'

interface SignInProps {
  shop: Shop
  /** Somebody was in, until their hour was over. */
  isOver: boolean
  onEntered: (token: string) => void
}

/** Whoever has no link, or one that is too old, gets in by their mailbox. */
export function SignIn({ shop, isOver, onEntered }: SignInProps) {
  const [email, setEmail] = useState<string | null>(null)
  return (
    <main id="main" tabIndex={-1} className="grid place-items-center outline-none">
      <div className="grid w-full max-w-95 gap-5 pb-16">
        {isOver && <Banner>An hour is over, so you have to come in again.</Banner>}
        {email === null ? (
          <EmailForm shop={shop} onSent={setEmail} />
        ) : (
          <CodeForm shop={shop} email={email} onEntered={onEntered} onBack={() => setEmail(null)} />
        )}
      </div>
    </main>
  )
}

interface EmailFormProps extends Pick<SignInProps, 'shop'> {
  onSent: (email: string) => void
}

function EmailForm({ shop: { organization }, onSent }: EmailFormProps) {
  const form = useForm({ defaultValues: { email: '' } })
  const { errors, isSubmitting } = form.formState
  const send = async ({ email }: { email: string }) => {
    const body = { organizationId: organization.id, email: email.trim() }
    await api.call(requestPortalCode, { body })
    onSent(email.trim())
  }
  return (
    <>
      <div>
        <h1 className="text-title">Your purchases</h1>
        <p className="text-ink-2">
          Enter the address with which you bought from {organization.name}. You get a code by mail.
        </p>
      </div>
      <form noValidate className="grid gap-4" onSubmit={sendOrExplain(form, send, {}, emailField)}>
        <Field label="E-mail address" error={errors.email?.message}>
          <TextInput
            type="email"
            autoComplete="email"
            {...form.register('email', {
              validate: (email) => email.trim() !== '' || 'Enter your address.',
            })}
          />
        </Field>
        {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
        <Button type="submit" variant="primary" loading={isSubmitting}>
          Send a code
        </Button>
      </form>
    </>
  )
}

const emailField = wireFields<{ email: string }>({ email: 'email' })

interface CodeFormProps extends Omit<SignInProps, 'isOver'> {
  email: string
  onBack: () => void
}

function CodeForm({ shop: { organization }, email, onEntered, onBack }: CodeFormProps) {
  const form = useForm({ defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const send = async ({ code }: { code: string }) => {
    const body = { organizationId: organization.id, email, code }
    onEntered((await api.call(redeemPortalCode, { body })).token)
  }
  return (
    <>
      <div>
        <h1 className="text-title">Enter the code</h1>
        <p className="text-ink-2">
          If {email} bought something here, a code is on its way. It works for half an hour.
        </p>
      </div>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={sendOrExplain(form, send, codeExplanations, codeField)}
      >
        <Field label="Code" error={errors.code?.message}>
          <TextInput
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={6}
            className="figures uppercase"
            {...form.register('code', {
              validate: (code) =>
                /^\s*[a-z0-9]{6}\s*$/i.test(code) || 'The code has six letters and digits.',
            })}
          />
        </Field>
        {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
        <div className="flex flex-wrap justify-between gap-2">
          <Button onClick={onBack}>Use another address</Button>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Enter
          </Button>
        </div>
      </form>
    </>
  )
}

const codeField = wireFields<{ code: string }>({ code: 'code' })

const codeExplanations: Explanations<{ code: string }> = {
  Unauthorized: ['code', 'This isn’t the code, or it’s too old. Go back to ask for another.'],
}
