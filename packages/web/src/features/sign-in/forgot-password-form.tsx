import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useState } from 'react'
import { request } from '#/lib/request.ts'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Link } from '#/ui/link.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useCaptcha } from './captcha.tsx'
import { explainEmail } from './explain.ts'
import { Gate, GateFooter, GateForm, GateMessage } from './gate.tsx'
import { withReturnAddress } from './return-address.ts'
import type { Visitor } from './start.ts'
import { type Faults, missing, textOf, useSubmission } from './submission.ts'

interface ForgotPasswordFormProps {
  options: SignInOptions
  /** Also for signed-in users, who set a first password or replace a forgotten one. */
  visitor: Visitor | null
}

export function ForgotPasswordForm({ options, visitor }: ForgotPasswordFormProps) {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const captcha = useCaptcha(options.captcha)
  const { faults, isPending, onSubmit } = useSubmission({
    check: (values) => captcha.check(check(values)),
    send: (values) =>
      captcha.spend(async (headers) => setMailedTo(await askForLink(values, headers))),
    explain: explainEmail,
  })
  const back = (
    <GateFooter>
      {visitor === null ? (
        <Link href={withReturnAddress('/sign-in', window.location.search)}>Back to sign-in</Link>
      ) : (
        <Link href="/account/password">Back to your account</Link>
      )}
    </GateFooter>
  )
  if (mailedTo !== null) {
    return (
      <Gate title="Check your email">
        <GateMessage>
          If an account exists for <b className="font-medium break-words text-ink">{mailedTo}</b>, a
          link to set a new password is on its way.
        </GateMessage>
        {back}
      </Gate>
    )
  }
  return (
    <Gate title={visitor === null ? 'Forgot your password?' : 'Set a password by email'}>
      <p className="text-ink-2">
        Enter your address and we will email you a link to set a new one.
      </p>
      <GateForm faults={faults} onSubmit={onSubmit}>
        <Field label="Email" error={faults.fields?.['email']}>
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={visitor?.email ?? ''}
          />
        </Field>
        {captcha.widget}
        <Button type="submit" variant="primary" size="l" wide loading={isPending}>
          Send the link
        </Button>
      </GateForm>
      {back}
    </Gate>
  )
}

function check(values: FormData): Faults {
  return missing(values, { email: 'Enter your email address.' })
}

async function askForLink(
  values: FormData,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const email = textOf(values, 'email').trim()
  const body = { email, redirectTo: '/reset-password' }
  await request({ method: 'POST', path: '/api/auth/forget-password', headers, body })
  return email
}
