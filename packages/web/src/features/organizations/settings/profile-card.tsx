import { uploadLogo } from '@guildhall/contract/files/pictures'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { PictureUpload } from '#/entities/file/picture-upload.tsx'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import type { Seller } from '#/entities/organization/seller-query.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { LogoField } from '#/features/organizations/logo-field.tsx'
import { SlugField } from '#/features/organizations/slug/slug-field.tsx'
import { api } from '#/lib/api.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { accountChanges, type Profile, profileField, profileOf, sellerChanges } from './profile.ts'
import { profileSchema } from './profile-schema.ts'
import { SettingsCard } from './settings-card.tsx'
import { SocialsField } from './socials-field.tsx'
import { useSaving } from './use-saving.ts'
import { useSettingsForm } from './use-settings-form.ts'

/** The public profile of the organization. */
export function ProfileCard({ seller }: { seller: Seller }) {
  const organization = useOrganization()
  const toast = useToast()
  const { saveAccount, saveSeller } = useSaving()
  const before = profileOf(organization, seller)
  const { form, settle } = useSettingsForm(before, profileSchema)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = sendOrExplain(
    form,
    async (typed) => {
      await saveAccount(accountChanges(before, typed))
      await saveSeller(sellerChanges(before, typed))
      settle(typed)
      toast({ title: 'Profile saved' })
    },
    explanations,
    profileField,
  )
  return (
    <SettingsCard
      title="Profile"
      isDirty={isDirty}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={save}
      onDiscard={() => settle(before)}
    >
      <Field label="Name" error={errors.name?.message}>
        <TextInput autoComplete="organization" {...form.register('name')} />
      </Field>
      <Slug form={form} own={organization.slug} />
      <Logo form={form} />
      <Contact form={form} />
      <SocialsField form={form} />
    </SettingsCard>
  )
}

interface PartProps {
  form: UseFormReturn<Profile>
}

function Slug({ form, own }: PartProps & { own: string }) {
  return (
    <Controller
      name="slug"
      control={form.control}
      render={({ field, fieldState }) => (
        <SlugField
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
          own={own}
          {...(field.value !== own && { hint: <AddressesChange own={own} /> })}
        />
      )}
    />
  )
}

function AddressesChange({ own }: { own: string }) {
  return (
    <span className="text-warn">
      All URLs with /{own} change. Existing links stop working, and “{own}”.
    </span>
  )
}

function Logo({ form }: PartProps) {
  const [name, logo] = useWatch({ control: form.control, name: ['name', 'logo'] })
  const { id: organizationId } = useOrganization()
  const change = useChange()
  const toast = useToast()
  const save = async (picture: string) => {
    const body = { organizationId, picture }
    const uploaded = await change(() => api.call(uploadLogo, { body }))
    form.resetField('logo', { defaultValue: uploaded.logo })
    toast({ title: 'Logo saved' })
  }
  return (
    <LogoField
      name={name}
      address={logo}
      error={form.formState.errors.logo?.message}
      input={form.register('logo')}
      upload={
        <PictureUpload
          title="Crop the logo"
          onSave={save}
          onFailure={(message) => form.setError('logo', { message })}
        />
      }
    />
  )
}

function Contact({ form }: PartProps) {
  const { errors } = form.formState
  return (
    <>
      <Field
        label="Support email"
        optional
        hint="Printed on invoices."
        error={errors.email?.message}
      >
        <TextInput type="email" autoComplete="off" {...form.register('email')} />
      </Field>
      <Field label="Website" optional error={errors.website?.message}>
        <TextInput
          type="url"
          placeholder="https://"
          autoComplete="off"
          spellCheck={false}
          {...form.register('website')}
        />
      </Field>
    </>
  )
}

const explanations: Explanations<Profile> = {
  ORGANIZATION_ALREADY_EXISTS: ['slug', 'Another organization has this slug. Choose another one.'],
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: [
    'root',
    'Your role changed. Only owners and admins can save this.',
  ],
}
