import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useState } from 'react'
import {
  passwordHint,
  passwordMistake,
  usernameHint,
  usernameMistake,
} from '#/entities/account/credential-rules.ts'
import { type Refused, request } from '#/lib/request.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Field } from '#/ui/field.tsx'
import { Link } from '#/ui/link.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useCaptcha } from './captcha.tsx'
import { CheckYourMail } from './check-your-mail.tsx'
import { explainCredentials } from './explain.ts'
import { Gate, GateFooter, GateForm } from './gate.tsx'
import type { Invitation } from './invitation.ts'
import { InvitationHint } from './invitation-hint.tsx'
import { redirectError } from './redirect-error.ts'
import { returnAddress, withReturnAddress } from './return-address.ts'
import { SocialButtons } from './social-buttons.tsx'
import { type Faults, missing, textOf, useSubmission } from './submission.ts'
import { verificationReturn } from './verification-return.ts'

interface SignUpFormProps {
  options: SignInOptions
  invitation: Invitation | null
}

export function SignUpForm({ options, invitation }: SignUpFormProps) {
  const [mailedTo, setMailedTo] = useState<string | null>(null)
  const captcha = useCaptcha(options.captcha)
  const { search } = window.location
  const send = async (values: FormData, headers: Readonly<Record<string, string>>) => {
    const hasSession = await signUp(values, headers)
    if (hasSession) window.location.assign(returnAddress(search))
    else setMailedTo(textOf(values, 'email').trim())
  }
  const { faults, isPending, onSubmit } = useSubmission({
    check: (values) => captcha.check(check(values, options)),
    send: (values) => captcha.spend((headers) => send(values, headers)),
    explain,
  })
  const error = redirectError(search)
  if (mailedTo !== null) return <CheckYourMail email={mailedTo} />
  return (
    <Gate title="Create your account">
      {error !== null && <Banner tone="bad">{error}</Banner>}
      <SocialButtons providers={options.providers} path="/sign-up" />
      <GateForm faults={faults} onSubmit={onSubmit}>
        <SignUpFields options={options} invitation={invitation} faults={faults} />
        {captcha.widget}
        <Button type="submit" variant="primary" size="l" wide loading={isPending}>
          Create account
        </Button>
      </GateForm>
      <GateFooter>
        Already have an account? <Link href={withReturnAddress('/sign-in', search)}>Sign in</Link>
      </GateFooter>
    </Gate>
  )
}

/** Password managers store the address, because everyone has one. */
function SignUpFields({ options, invitation, faults }: SignUpFormProps & { faults: Faults }) {
  return (
    <>
      <Field label="Name" error={faults.fields?.['name']}>
        <TextInput name="name" autoComplete="name" />
      </Field>
      <Field
        label="Username"
        optional
        hint={usernameHint(options.username)}
        error={faults.fields?.['username']}
      >
        <TextInput
          name="username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Email"
        hint={invitation && <InvitationHint invitation={invitation} />}
        error={faults.fields?.['email']}
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="username"
          defaultValue={invitation?.email}
        />
      </Field>
      <Field
        label="Password"
        hint={passwordHint(options.password)}
        error={faults.fields?.['password']}
      >
        <PasswordInput name="password" autoComplete="new-password" />
      </Field>
    </>
  )
}

function check(values: FormData, rules: SignInOptions): Faults {
  const username = textOf(values, 'username').trim()
  const faults = {
    ...missing(values, { name: 'Enter your name.', email: 'Enter your email address.' }).fields,
    username: username === '' ? null : usernameMistake(rules.username, username),
    password: passwordMistake(rules.password, textOf(values, 'password')),
  }
  const found = Object.entries(faults).flatMap(([name, message]) =>
    message ? [[name, message]] : [],
  )
  return { fields: Object.fromEntries(found) }
}

/** Whether the new account is signed in; without a token its address must be verified first. */
async function signUp(
  values: FormData,
  headers: Readonly<Record<string, string>>,
): Promise<boolean> {
  const username = textOf(values, 'username').trim()
  const answer = await request({
    method: 'POST',
    path: '/api/auth/sign-up/email',
    headers,
    body: {
      name: textOf(values, 'name').trim(),
      email: textOf(values, 'email').trim(),
      password: textOf(values, 'password'),
      ...(username !== '' && { username }),
      callbackURL: verificationReturn(),
    },
  })
  return typeof answer === 'object' && answer !== null && 'token' in answer && answer.token !== null
}

function explain(refused: Refused): Faults | null {
  switch (refused.code) {
    case 'INVALID_EMAIL':
      return { fields: { email: 'This isn’t an email address.' } }
    case 'USER_ALREADY_EXISTS':
      return { fields: { email: 'An account with this address already exists. Sign in instead.' } }
    default:
      return explainCredentials(refused)
  }
}
