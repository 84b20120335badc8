import { uploadPicture } from '@guildhall/contract/files/pictures'
import { updateUser } from '@guildhall/contract/identity/profile'
import { personName } from '@guildhall/contract/identity/shapes'
import type { SignInOptions } from '@guildhall/contract/identity/sign-in-options'
import { useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { usernameHint, usernameMistake } from '#/entities/account/credential-rules.ts'
import { type Session, sessionQuery } from '#/entities/account/session.ts'
import { PictureUpload } from '#/entities/file/picture-upload.tsx'
import { api } from '#/lib/api.ts'
import { mistakeIn, rule, text } from '#/lib/form-schema.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Avatar } from '#/ui/avatar.tsx'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { pictureSchema } from './picture-address.ts'
import { changesOf, type Profile, profileOf } from './profile.ts'

interface ProfileFormProps {
  user: Session['user']
  options: SignInOptions
}

export function ProfileForm({ user, options }: ProfileFormProps) {
  const client = useQueryClient()
  const toast = useToast()
  const form = useForm<Profile>({
    schema: {
      name: text(personName, { empty: 'Enter your name.' }),
      username: rule<string>((typed) =>
        typed.trim() === '' ? null : usernameMistake(options.username, typed.trim()),
      ),
      image: pictureSchema,
    },
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
          <TextInput autoComplete="name" {...form.register('name')} />
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
            {...form.register('username')}
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
  /** The fallback for initials. */
  fallback: string
}

function PictureField({ form, fallback }: PictureFieldProps) {
  const [name, image] = useWatch({ control: form.control, name: ['name', 'image'] })
  const client = useQueryClient()
  const toast = useToast()
  const save = async (picture: string) => {
    const uploaded = await api.call(uploadPicture, { body: { picture } })
    form.resetField('image', { defaultValue: uploaded.image })
    await client.invalidateQueries(sessionQuery)
    toast({ title: 'Picture saved' })
  }
  return (
    <div className="flex gap-4">
      <span className="pt-5">
        <Avatar key={image} name={name || fallback} src={pictureOf(image)} size="l" />
      </span>
      <Field
        label="Picture"
        optional
        className="flex-1"
        hint="Upload an image, or enter its https URL."
        error={form.formState.errors.image?.message}
      >
        <span className="flex flex-wrap gap-2">
          <TextInput
            type="url"
            autoComplete="photo"
            placeholder="https://"
            className="w-auto! flex-1 basis-44"
            {...form.register('image')}
          />
          <PictureUpload
            round
            title="Crop your picture"
            onSave={save}
            onFailure={(message) => form.setError('image', { message })}
          />
        </span>
      </Field>
    </div>
  )
}

/** The preview while a URL is typed, once it is valid. */
function pictureOf(image: string): string | null {
  const address = image.trim()
  return address === '' || mistakeIn(pictureSchema, address) !== null ? null : address
}
