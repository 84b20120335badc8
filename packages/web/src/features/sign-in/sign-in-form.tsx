import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useState } from 'react'
import { type Refused, request } from '#/lib/request.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field } from '#/ui/field.tsx'
import { Link } from '#/ui/link.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useCaptcha } from './captcha.tsx'
import { CheckYourMail } from './check-your-mail.tsx'
import { Gate, GateFooter, GateForm } from './gate.tsx'
import type { Invitation } from './invitation.ts'
import { InvitationHint } from './invitation-hint.tsx'
import { redirectError } from './redirect-error.ts'
import { returnAddress, withReturnAddress } from './return-address.ts'
import { SocialButtons } from './social-buttons.tsx'
import { type Faults, missing, textOf, useSubmission } from './submission.ts'
import { verificationReturn } from './verification-return.ts'

interface SignInFormProps {
  options: SignInOptions
  invitation: Invitation | null
}

export function SignInForm({ options, invitation }: SignInFormProps) {
  const [identifier, setIdentifier] = useState(invitation?.email ?? '')
  const [isUnverified, setUnverified] = useState(false)
  const captcha = useCaptcha(options.captcha)
  const { faults, isPending, onSubmit } = useSubmission({
    check: (values) => captcha.check(check(values)),
    send: (values) => captcha.spend((headers) => signIn(values, headers)),
    explain: (refused) => {
      // With a username the page doesn’t know the address that the new link was mailed to.
      if (refused.code === 'EMAIL_NOT_VERIFIED') setUnverified(identifier.includes('@'))
      return explain(refused)
    },
  })
  const { search } = window.location
  const error = redirectError(search)
  if (isUnverified) return <CheckYourMail email={identifier.trim()} />
  return (
    <Gate title="Sign in to Guildhall">
      {error !== null && <Banner tone="bad">{error}</Banner>}
      {new URLSearchParams(search).has('deleted') && (
        <Banner tone="info">Your account has been deleted.</Banner>
      )}
      <SocialButtons providers={options.providers} path="/sign-in" />
      <GateForm faults={faults} onSubmit={onSubmit}>
        <Field
          label="Email or username"
          hint={invitation && <InvitationHint invitation={invitation} />}
          error={faults.fields?.['identifier']}
        >
          <TextInput
            name="identifier"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={invitation?.email}
            onChange={(event) => setIdentifier(event.target.value)}
          />
        </Field>
        <Field
          label="Password"
          error={faults.fields?.['password']}
          aside={
            options.sendsMail && (
              <Link quiet href={withReturnAddress('/forgot-password', search)}>
                Forgot password?
              </Link>
            )
          }
        >
          <PasswordInput name="password" autoComplete="current-password" />
        </Field>
        <Checkbox name="remember" defaultChecked label="Keep me signed in on this device" />
        {captcha.widget}
        <Button type="submit" variant="primary" size="l" wide loading={isPending}>
          Sign in
        </Button>
      </GateForm>
      <GateFooter>
        New here? <Link href={withReturnAddress('/sign-up', search)}>Create an account</Link>
      </GateFooter>
    </Gate>
  )
}

function check(values: FormData): Faults {
  return missing(values, {
    identifier: 'Enter your email address or username.',
    password: 'Enter your password.',
  })
}

/**
 * Usernames never contain an @, which tells them from email addresses. The callback is for the mail
 * that is sent again while the address is unverified.
 */
async function signIn(values: FormData, headers: Readonly<Record<string, string>>): Promise<void> {
  const identifier = textOf(values, 'identifier').trim()
  const by = identifier.includes('@') ? 'email' : 'username'
  await request({
    method: 'POST',
    path: `/api/auth/sign-in/${by}`,
    headers,
    body: {
      [by]: identifier,
      password: textOf(values, 'password'),
      rememberMe: values.has('remember'),
      ...(by === 'email' && { callbackURL: verificationReturn() }),
    },
  })
  window.location.assign(returnAddress(window.location.search))
}

function explain({ code }: Refused): Faults | null {
  switch (code) {
    case 'INVALID_EMAIL_OR_PASSWORD':
    case 'INVALID_USERNAME_OR_PASSWORD':
      return { whole: 'Incorrect email, username or password.' }
    case 'EMAIL_NOT_VERIFIED':
      return { whole: 'Your email address isn’t verified yet. We sent you a new link.' }
    case 'INVALID_EMAIL':
      return { fields: { identifier: 'This isn’t an email address.' } }
    case 'USERNAME_IS_TOO_SHORT':
    case 'USERNAME_IS_TOO_LONG':
    case 'USERNAME_IS_INVALID':
      return { fields: { identifier: 'This username is not valid.' } }
    default:
      return null
  }
}
