import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useState } from 'react'
import { passwordHint, passwordMistake } from '#/entities/account/credential-rules.ts'
import { type Refused, request } from '#/lib/request.ts'
import { Button } from '#/ui/button.tsx'
import { buttonClasses } from '#/ui/button-classes.ts'
import { Field } from '#/ui/field.tsx'
import { Link } from '#/ui/link.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { explainCredentials } from './explain.ts'
import { Gate, GateFooter, GateForm, GateMessage } from './gate.tsx'
import { type Faults, textOf, useSubmission } from './submission.ts'

type Stage = 'asking' | 'done' | 'badLink'

/** The target of the mailed link, with a token, or with an error if it has expired. */
export function ResetPasswordForm({ options }: { options: SignInOptions }) {
  const token = new URLSearchParams(window.location.search).get('token')
  const [stage, setStage] = useState<Stage>(token === null ? 'badLink' : 'asking')
  const send = async (values: FormData) => {
    const body = { token, newPassword: textOf(values, 'password') }
    await request({ method: 'POST', path: '/api/auth/reset-password', body })
    setStage('done')
  }
  const explain = (refused: Refused): Faults | null => {
    if (refused.code === 'INVALID_TOKEN') setStage('badLink')
    return explainCredentials(refused)
  }
  const check = (values: FormData): Faults => {
    const password = passwordMistake(options.password, textOf(values, 'password'))
    return password === null ? {} : { fields: { password } }
  }
  const { faults, isPending, onSubmit } = useSubmission({ check, send, explain })
  if (stage === 'done') return <PasswordChanged />
  if (stage === 'badLink') return <BadLink />
  return (
    <Gate title="Set a new password">
      <GateForm faults={faults} onSubmit={onSubmit}>
        <Field
          label="New password"
          hint={passwordHint(options.password)}
          error={faults.fields?.['password']}
        >
          <PasswordInput name="password" autoComplete="new-password" />
        </Field>
        <Button type="submit" variant="primary" size="l" wide loading={isPending}>
          Set password
        </Button>
      </GateForm>
    </Gate>
  )
}

function PasswordChanged() {
  return (
    <Gate title="Password changed">
      <GateMessage>Sign in with your new password. You’re signed out everywhere else.</GateMessage>
      <a href="/sign-in" className={nextClasses}>
        Sign in
      </a>
    </Gate>
  )
}

function BadLink() {
  return (
    <Gate title="This link has expired">
      <GateMessage>Password links can be used once and expire. Request a new one.</GateMessage>
      <a href="/forgot-password" className={nextClasses}>
        Get a new link
      </a>
      <GateFooter>
        <Link href="/sign-in">Back to sign-in</Link>
      </GateFooter>
    </Gate>
  )
}

const nextClasses = buttonClasses({ variant: 'primary', size: 'l', wide: true })
