import { changePassword } from '@guildhall/contract/identity/passwords'
import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useQueryClient } from '@tanstack/react-query'
import { passwordHint, passwordMistake } from '#/entities/account/credential-rules.ts'
import { type Session, sessionQuery } from '#/entities/account/session.ts'
import { api } from '#/lib/api.ts'
import { present, rule } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field } from '#/ui/field.tsx'
import { Link } from '#/ui/link.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { useToast } from '#/ui/toast.tsx'
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
    schema: {
      currentPassword: present('Enter your current password.'),
      newPassword: rule<string>((typed) => passwordMistake(options.password, typed)),
    },
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
        {/* Tells password managers which account the password belongs to. */}
        <input hidden readOnly type="email" autoComplete="username" value={user.email} />
        <Field
          label="Current password"
          error={errors.currentPassword?.message}
          aside={options.sendsMail && <ForgotPasswordLink />}
        >
          <PasswordInput autoComplete="current-password" {...form.register('currentPassword')} />
        </Field>
        <Field
          label="New password"
          hint={passwordHint(options.password)}
          error={errors.newPassword?.message}
        >
          <PasswordInput autoComplete="new-password" {...form.register('newPassword')} />
        </Field>
        <Checkbox
          label="Sign out everywhere else"
          hint="Ends all other sessions."
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

function ForgotPasswordLink() {
  return (
    <Link quiet href="/forgot-password">
      Forgot password?
    </Link>
  )
}

const explanations: Explanations<Passwords> = {
  INVALID_PASSWORD: ['currentPassword', 'Your current password is incorrect.'],
  PASSWORD_TOO_SHORT: ['newPassword', null],
  PASSWORD_TOO_LONG: ['newPassword', null],
  PASSWORD_TOO_COMMON: ['newPassword', null],
  PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS: ['newPassword', null],
  PASSWORD_COMPROMISED: ['newPassword', null],
}
