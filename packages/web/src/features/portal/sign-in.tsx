import { customerEmail } from '@guildhall/contract/customers/shapes'
import { redeemPortalCode, requestPortalCode } from '@guildhall/contract/portal/sign-in'
import { useState } from 'react'
import { api } from '#/lib/api.ts'
import { text } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { CodeForm } from './code-form.tsx'
import type { Shop } from './portal-queries.ts'

interface SignInProps {
  shop: Shop
  /** The session has expired. */
  isOver: boolean
  onEntered: (token: string) => void
}

/** Customers without a valid link sign in with an emailed code. */
export function SignIn({ shop, isOver, onEntered }: SignInProps) {
  const [email, setEmail] = useState<string | null>(null)
  return (
    <main id="main" tabIndex={-1} className="grid place-items-center outline-none">
      <div className="grid w-full max-w-95 gap-5 pb-16">
        {isOver && <Banner>Your session has expired. Sign in again.</Banner>}
        {email === null ? (
          <EmailForm shop={shop} onSent={setEmail} />
        ) : (
          <EnterCode
            shop={shop}
            email={email}
            onEntered={onEntered}
            onBack={() => setEmail(null)}
          />
        )}
      </div>
    </main>
  )
}

interface EmailFormProps extends Pick<SignInProps, 'shop'> {
  onSent: (email: string) => void
}

function EmailForm({ shop: { organization }, onSent }: EmailFormProps) {
  const form = useForm({
    schema: {
      email: text(customerEmail, {
        empty: 'Enter your email address.',
        format: 'This isn’t an email address.',
      }),
    },
    defaultValues: { email: '' },
  })
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
          Enter the email address you used to buy from {organization.name}. We will email you a
          code.
        </p>
      </div>
      <form noValidate className="grid gap-4" onSubmit={sendOrExplain(form, send, {}, emailField)}>
        <Field label="Email address" error={errors.email?.message}>
          <TextInput type="email" autoComplete="email" {...form.register('email')} />
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

interface EnterCodeProps extends Omit<SignInProps, 'isOver'> {
  email: string
  onBack: () => void
}

function EnterCode({ shop: { organization }, email, onEntered, onBack }: EnterCodeProps) {
  const send = async (code: string) => {
    const body = { organizationId: organization.id, email, code }
    onEntered((await api.call(redeemPortalCode, { body })).token)
  }
  return (
    <>
      <div>
        <h1 className="text-title">Enter the code</h1>
        <p className="text-ink-2">
          If {email} has made a purchase here, a code is on its way. It is valid for 30 minutes. If
          no new email arrives, use the last one you received.
        </p>
      </div>
      <CodeForm
        takesFocus
        isSignIn
        submit="Enter"
        send={send}
        back={<Button onClick={onBack}>Use another address</Button>}
      />
    </>
  )
}
