import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useState } from 'react'
import { passwordHint, passwordMistake } from '../../lib/credential-rules.ts'
import { type Refused, request } from '../../lib/request.ts'
import { Button } from '../../ui/button.tsx'
import { buttonLook } from '../../ui/button-look.ts'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { explainCredentials } from './explain.ts'
import { Gate, GateFooter, GateForm, GateNews } from './gate.tsx'
import { type Faults, textOf, useSubmission } from './submission.ts'

type Stage = 'asking' | 'done' | 'badLink'

/** The mailed link leads here with a token, or with an error when it had run out. */
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
    <Gate title="Your password is changed">
      <GateNews>Sign in with the new one. You’re signed out everywhere else.</GateNews>
      <a href="/sign-in" className={nextLook}>
        Sign in
      </a>
    </Gate>
  )
}

function BadLink() {
  return (
    <Gate title="This link is no longer good">
      <GateNews>
        Links to set a password work once and for a short while. Ask for a new one.
      </GateNews>
      <a href="/forgot-password" className={nextLook}>
        Get a new link
      </a>
      <GateFooter>
        <Link href="/sign-in">Back to sign-in</Link>
      </GateFooter>
    </Gate>
  )
}

const nextLook = buttonLook({ variant: 'primary', size: 'l', wide: true })
