import { updateUser } from '@guildhall/contract/identity/profile'
import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { usernameHint, usernameMistake } from '../../lib/credential-rules.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { type Session, sessionQuery } from '../../lib/session.ts'
import { useForm } from '../../lib/use-form.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { useToast } from '../../ui/toast.tsx'
import { pictureMistake } from './picture-address.ts'
import { changesOf, type Profile, profileOf } from './profile.ts'

interface ProfileFormProps {
  user: Session['user']
  options: SignInOptions
}

export function ProfileForm({ user, options }: ProfileFormProps) {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm<Profile>({
    values: profileOf(user),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(
    form,
    async (values) => {
      await api.call(updateUser, { body: changesOf(user, values) })
      form.reset(values)
      await client.invalidateQueries(sessionQuery)
      toast({ title: 'Profile saved' })
    },
    {
      USERNAME_IS_TOO_SHORT: ['username', null],
      USERNAME_IS_TOO_LONG: ['username', null],
      USERNAME_IS_INVALID: ['username', null],
      USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER: ['username', null],
    },
  )
  return (
    <Card>
      <form noValidate onSubmit={save} className="grid grid-cols-1 gap-4">
        {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
        <Field label="Name" error={errors.name?.message}>
          <TextInput
            autoComplete="name"
            {...form.register('name', {
              validate: (value) => value.trim() !== '' || 'Enter your name.',
            })}
          />
        </Field>
        <Field
          label="Username"
          optional
          hint={usernameHint(options.username)}
          error={errors.username?.message}
        >
          <TextInput
            autoComplete="nickname"
            autoCapitalize="none"
            spellCheck={false}
            {...form.register('username', {
              validate: (value) =>
                value.trim() === '' || (usernameMistake(options.username, value.trim()) ?? true),
            })}
          />
        </Field>
        <PictureField form={form} fallback={user.email} />
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting} disabled={!isDirty}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface PictureFieldProps {
  form: UseFormReturn<Profile>
  /** Whose initials stand in while there is no name either. */
  fallback: string
}

function PictureField({ form, fallback }: PictureFieldProps) {
  const [name, image] = useWatch({ control: form.control, name: ['name', 'image'] })
  return (
    <div className="flex gap-4">
      <span className="pt-5">
        <Avatar key={image} name={name || fallback} src={pictureOf(image)} size="l" />
      </span>
      <Field
        label="Picture"
        optional
        className="flex-1"
        hint="The https address of an image on the web."
        error={form.formState.errors.image?.message}
      >
        <TextInput
          type="url"
          autoComplete="photo"
          placeholder="https://"
          {...form.register('image', {
            validate: (value) => pictureMistake(value.trim()) ?? true,
          })}
        />
      </Field>
    </div>
  )
}

/** Shown while it's typed, as soon as it could be one. */
function pictureOf(image: string): string | null {
  const address = image.trim()
  return address === '' || pictureMistake(address) !== null ? null : address
}
