import { createOrganization } from '@guildhall/contract/organizations/organizations'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { sessionQuery } from '#/entities/account/session.ts'
import { organizationsQuery } from '#/entities/organization/own-organizations.ts'
import { LogoField } from '#/features/organizations/logo-field.tsx'
import { logoSchema, nameSchema, slugSchema } from '#/features/organizations/profile-rules.ts'
import { proposeSlug } from '#/features/organizations/slug/slug.ts'
import { SlugField } from '#/features/organizations/slug/slug-field.tsx'
import { api } from '#/lib/api.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'

interface NewOrganization {
  name: string
  slug: string
  logo: string
}

export function CreateOrganizationForm() {
  const form = useForm<NewOrganization>({
    schema: { name: nameSchema, slug: slugSchema, logo: logoSchema },
    defaultValues: { name: '', slug: '', logo: '' },
  })
  const create = useCreation()
  const { errors, isSubmitting } = form.formState
  return (
    <Card>
      <form
        onSubmit={sendOrExplain(form, create, explanations)}
        noValidate
        className="grid grid-cols-1 gap-4"
      >
        {errors.root?.message && <Banner tone="bad">{errors.root.message}</Banner>}
        <NameAndSlug form={form} />
        <Logo form={form} />
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Create organization
          </Button>
        </div>
      </form>
    </Card>
  )
}

interface PartProps {
  form: UseFormReturn<NewOrganization>
}

/** The slug follows the name until it is edited; clearing it restores that. */
function NameAndSlug({ form }: PartProps) {
  const [isByHand, setByHand] = useState(false)
  const { errors, isSubmitted } = form.formState
  const follow = (name: string) => {
    if (!isByHand) form.setValue('slug', proposeSlug(name), { shouldValidate: isSubmitted })
  }
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          autoComplete="organization"
          {...form.register('name', { onChange: (event) => follow(event.target.value) })}
        />
      </Field>
      <Controller
        name="slug"
        control={form.control}
        render={({ field, fieldState }) => (
          <SlugField
            value={field.value}
            onChange={(slug) => {
              setByHand(slug !== '')
              field.onChange(slug)
            }}
            onBlur={field.onBlur}
            inputRef={field.ref}
            error={fieldState.error?.message}
          />
        )}
      />
    </>
  )
}

function Logo({ form }: PartProps) {
  const [name, logo] = useWatch({ control: form.control, name: ['name', 'logo'] })
  return (
    <LogoField
      name={name}
      address={logo}
      error={form.formState.errors.logo?.message}
      input={form.register('logo')}
    />
  )
}

/** Creates the organization and navigates to it. */
function useCreation() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const toast = useToast()
  return async (typed: NewOrganization) => {
    const name = typed.name.trim()
    const logo = typed.logo.trim()
    const body = { name, slug: typed.slug, ...(logo && { logo }) }
    const { slug } = await api.call(createOrganization, { body })
    await Promise.all([
      queryClient.invalidateQueries({ ...organizationsQuery, refetchType: 'all' }),
      queryClient.invalidateQueries(sessionQuery),
    ])
    await navigate({ to: '/dashboard/$slug', params: { slug } })
    toast({ title: `${name} created` })
  }
}

const explanations: Explanations<NewOrganization> = {
  ORGANIZATION_ALREADY_EXISTS: ['slug', 'This slug was just taken. Choose another one.'],
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: [
    'root',
    'Only operators of this server can create organizations. Ask one of them to create yours, or ask ' +
      'an organization to invite you.',
  ],
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: [
    'root',
    'You have reached the limit of organizations. Delete one that you no longer need, or ask ' +
      'an operator for more.',
  ],
}
