import { createUser } from '@guildhall/contract/identity/admin'
import type { UserRole } from '@guildhall/contract/identity/user-roles'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Controller } from 'react-hook-form'
import { api } from '#/lib/api.ts'
import { present } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field } from '#/ui/field.tsx'
import { PasswordInput } from '#/ui/password-input.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { adminKey } from './admin-queries.ts'
import { roleOptions } from './role-dialog.tsx'
import { nameOf } from './user-name.ts'

interface NewUser {
  name: string
  email: string
  emailVerified: boolean
  password: string
  role: UserRole
}

export function CreateUserForm() {
  const form = useForm<NewUser>({
    schema: {
      name: present('Enter a name.'),
      email: present('Enter an email address.'),
    },
    defaultValues: { name: '', email: '', emailVerified: false, password: '', role: 'user' },
  })
  const create = useCreation()
  const { errors, isSubmitting } = form.formState
  return (
    <Card className="max-w-140">
      <form onSubmit={sendOrExplain(form, create, explanations)} noValidate className="grid gap-4">
        <Field label="Name" error={errors.name?.message}>
          <TextInput autoComplete="off" {...form.register('name')} />
        </Field>
        <Field label="Email" error={errors.email?.message}>
          <TextInput type="email" autoComplete="off" {...form.register('email')} />
        </Field>
        <Checkbox
          label="Email address verified"
          hint="You have confirmed that it belongs to this person; no verification email is needed."
          {...form.register('emailVerified')}
        />
        <Field
          label="Password"
          optional
          hint="If empty, they set one with “Forgot password?” on the sign-in page."
          error={errors.password?.message}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
        <Controller
          name="role"
          control={form.control}
          render={({ field }) => (
            <RadioGroup
              legend="Role"
              boxed
              options={roleOptions}
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
          )}
        />
        {errors.root && <Banner tone="bad">{errors.root.message}</Banner>}
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Create user
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Creates the account and navigates to it. */
function useCreation() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return async ({ name, email, emailVerified, password, role }: NewUser) => {
    const { user } = await api.call(createUser, {
      body: {
        name: name.trim(),
        email: email.trim(),
        role,
        ...(password && { password }),
        data: { emailVerified },
      },
    })
    await queryClient.invalidateQueries({ queryKey: adminKey })
    await navigate({ to: '/admin/users/$userId', params: { userId: user.id } })
    toast({ title: `Account created for ${nameOf(user)}` })
  }
}

const explanations: Explanations<NewUser> = {
  INVALID_EMAIL: ['email', 'This isn’t an email address.'],
  USER_ALREADY_EXISTS: ['email', 'An account with this address already exists.'],
  PASSWORD_TOO_SHORT: ['password', null],
  PASSWORD_TOO_LONG: ['password', null],
  PASSWORD_TOO_COMMON: ['password', null],
  PASSWORD_MUST_NOT_BE_YOUR_NAME_OR_EMAIL_ADDRESS: ['password', null],
  PASSWORD_COMPROMISED: ['password', null],
}
