import { changePassword } from '@guildhall/contract/identity/passwords'
import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { passwordHint, passwordMistake } from '../../lib/credential-rules.ts'
import { type Explanations, sendOrExplain } from '../../lib/send-form.ts'
import { type Session, sessionQuery } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Field } from '../../ui/field.tsx'
import { Link } from '../../ui/link.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { ownSessionsQuery } from './account-queries.ts'

interface Passwords {
  currentPassword: string
  newPassword: string
  revokeOtherSessions: boolean
}

interface PasswordFormProps {
  user: Session['user']
  options: SignInOptions
}

export function PasswordForm({ user, options }: PasswordFormProps) {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm<Passwords>({
    defaultValues: { currentPassword: '', newPassword: '', revokeOtherSessions: true },
  })
  const { errors, isSubmitting } = form.formState
  const change = sendOrExplain(
    form,
    async (values) => {
      await api.call(changePassword, { body: values })
      form.reset()
      await Promise.all([
        client.invalidateQueries(sessionQuery),
        client.invalidateQueries(ownSessionsQuery),
      ])
      const description = values.revokeOtherSessions
        ? { description: 'You’re signed out everywhere else.' }
        : {}
      toast({ title: 'Password changed', ...description })
    },
    explanations,
  )
  return (
    <Card>
      <form noValidate onSubmit={change} className="grid gap-4">
        {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
        {/* Tells a password manager whose password this is. */}
        <input hidden readOnly type="email" autoComplete="username" value={user.email} />
        <Field
          label="Current password"
          error={errors.currentPassword?.message}
          aside={options.sendsMail && <ForgotIt />}
        >
          <PasswordInput
            autoComplete="current-password"
            {...form.register('currentPassword', { required: 'Enter your current password.' })}
          />
        </Field>
        <Field
          label="New password"
          hint={passwordHint(options.password)}
          error={errors.newPassword?.message}
        >
          <PasswordInput
            autoComplete="new-password"
            {...form.register('newPassword', {
              validate: (value) => passwordMistake(options.password, value) ?? true,
            })}
          />
        </Field>
        <Checkbox
          label="Sign out everywhere else"
          hint="Whoever knows the old password is out."
          {...form.register('revokeOtherSessions')}
        />
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Change password
          </Button>
        </div>
      </form>
    </Card>
  )
}

function ForgotIt() {
  return (
    <Link quiet href="/forgot-password">
      Forgot it?
    </Link>
  )
}

const explanations: Explanations<Passwords> = {
  INVALID_PASSWORD: ['currentPassword', 'This isn’t your current password.'],
  PASSWORD_TOO_SHORT: ['newPassword', null],
  PASSWORD_TOO_LONG: ['newPassword', null],
  PASSWORD_TOO_COMMON: ['newPassword', null],
  PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS: ['newPassword', null],
  PASSWORD_COMPROMISED: ['newPassword', null],
}
