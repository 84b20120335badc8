import type { ComponentType } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import type { Meter } from '#/entities/meter/meters-to-choose.ts'
import type { CreationProps } from '#/lib/creation.ts'
import { Field } from '#/ui/field.tsx'
import { renderMetadata } from '#/ui/metadata-editor.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { Textarea } from '#/ui/textarea.tsx'
import type { BenefitDraft } from './benefit-draft.ts'
import { descriptionLeft } from './benefit-schema.ts'
import { CreditFields } from './credit-fields.tsx'
import { DiscordFields } from './discord-fields.tsx'
import { FilesField } from './files-field.tsx'
import { GitHubFields } from './github-fields.tsx'
import { LicenseFields } from './license-fields.tsx'
import { TypeCards } from './type-cards.tsx'

interface BenefitFormProps {
  form: UseFormReturn<BenefitDraft>
  /** An existing benefit keeps its type. */
  isNew: boolean
  /** Creates a meter without leaving the form. */
  MeterDialog: ComponentType<CreationProps<Meter>>
}

export function BenefitForm({ form, isNew, MeterDialog }: BenefitFormProps) {
  return (
    <>
      {isNew && (
        <Controller
          name="type"
          control={form.control}
          render={({ field: { name, value, onChange } }) => (
            <TypeCards name={name} value={value} onChange={onChange} />
          )}
        />
      )}
      <DescriptionField form={form} />
      <TypeFields form={form} MeterDialog={MeterDialog} />
      <Controller name="metadata" control={form.control} render={renderMetadata} />
    </>
  )
}

type PartProps = Pick<BenefitFormProps, 'form'>

function DescriptionField({ form }: PartProps) {
  const description = useWatch({ control: form.control, name: 'description' })
  const left = descriptionLeft(description)
  return (
    <Field
      label="Description"
      hint="Shown to customers with the product."
      aside={left < noticedLeft && <span className="figures text-xs">{left} left</span>}
      error={form.formState.errors.description?.message}
    >
      <TextInput
        autoComplete="off"
        placeholder="All icons as SVG"
        {...form.register('description')}
      />
    </Field>
  )
}

const noticedLeft = 15

function TypeFields({ form, MeterDialog }: Pick<BenefitFormProps, 'form' | 'MeterDialog'>) {
  const type = useWatch({ control: form.control, name: 'type' })
  switch (type) {
    case 'custom':
      return <NoteField form={form} />
    case 'discord':
      return <DiscordFields form={form} />
    case 'github_repository':
      return <GitHubFields form={form} />
    case 'downloadables':
      return <Files form={form} />
    case 'license_keys':
      return <LicenseFields form={form} />
    case 'meter_credit':
      return <CreditFields form={form} MeterDialog={MeterDialog} />
  }
}

function NoteField({ form }: PartProps) {
  return (
    <Field
      label="Note"
      optional
      hint="Shown only to customers who have the benefit. Supports Markdown."
      error={form.formState.errors.note?.message}
    >
      <Textarea rows={4} {...form.register('note')} />
    </Field>
  )
}

function Files({ form }: PartProps) {
  return (
    <Controller
      name="files"
      control={form.control}
      render={({ field: { value, ref }, fieldState }) => (
        <FilesField
          value={value}
          // Several uploads may finish between two renders, so each updates the latest value.
          onChange={(change) =>
            form.setValue('files', change(form.getValues('files')), {
              shouldDirty: true,
              shouldValidate: form.formState.isSubmitted,
            })
          }
          onBusyChange={(isBusy) => form.setValue('isUploading', isBusy, { shouldDirty: true })}
          inputRef={ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
