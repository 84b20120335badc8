import { updateUserByOperator } from '@guildhall/contract/identity/admin'
import { api } from '#/lib/api.ts'
import { present } from '#/lib/form-schema.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { User } from './admin-queries.ts'
import type { UserDialogProps } from './user-dialog.ts'
import { nameOf } from './user-name.ts'

interface Profile {
  name: string
  username: string
  emailVerified: boolean
}

export function ProfileDialog({ user, onDone, onClose }: UserDialogProps) {
  const form = useForm<Profile>({
    schema: { name: present('Enter a name.') },
    defaultValues: profileOf(user),
  })
  const send = async (profile: Profile) => {
    const data = changesOf(profileOf(user), profile)
    if (Object.keys(data).length === 0) return onClose()
    const changed = await api.call(updateUserByOperator, { body: { userId: user.id, data } })
    await onDone(`Profile of ${nameOf(changed)} updated`)
  }
  const { errors, isSubmitting } = form.formState
  return (
    <FormDialog
      title="Edit profile"
      submit="Save"
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, explanations)}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput autoComplete="off" {...form.register('name')} />
      </Field>
      <Field
        label="Username"
        optional
        hint="Can be used to sign in instead of the email address."
        error={errors.username?.message}
      >
        <TextInput
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('username')}
        />
      </Field>
      <Checkbox
        label="Email address verified"
        hint={`You have confirmed that ${user.email} belongs to this person.`}
        {...form.register('emailVerified')}
      />
    </FormDialog>
  )
}

function profileOf({ name, displayUsername, emailVerified }: User): Profile {
  return { name, username: displayUsername ?? '', emailVerified }
}

/** Sends only changed fields, so that the activity log names only those. */
function changesOf(before: Profile, { name, username, emailVerified }: Profile) {
  const typed = username.trim()
  return {
    ...(name.trim() !== before.name && { name: name.trim() }),
    ...(typed !== before.username && { username: typed === '' ? null : typed }),
    ...(emailVerified !== before.emailVerified && { emailVerified }),
  }
}

const explanations: Explanations<Profile> = {
  USERNAME_IS_TOO_SHORT: ['username', null],
  USERNAME_IS_TOO_LONG: ['username', null],
  USERNAME_IS_INVALID: ['username', null],
  USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: ['username', null],
}
