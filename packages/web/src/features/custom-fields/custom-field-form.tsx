import { customFieldTypes } from '@guildhall/contract/catalog/custom-field-shapes'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { metadataMistake } from '../../lib/metadata-rows.ts'
import { Field } from '../../ui/field.tsx'
import { Fieldset } from '../../ui/fieldset.tsx'
import { MetadataEditor } from '../../ui/metadata-editor.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { BoundsFields } from './bounds-fields.tsx'
import { type CustomFieldDraft, hasPlaceholder, proposeSlug } from './custom-field-draft.ts'
import { nameMistake, slugMistake } from './custom-field-mistakes.ts'
import { CustomFieldPreview } from './custom-field-preview.tsx'
import type { CustomField } from './custom-field-queries.ts'
import { customFieldTypeLooks } from './custom-field-types.ts'

interface CustomFieldFormProps {
  form: UseFormReturn<CustomFieldDraft>
  /** Null where it's made. */
  kept: CustomField | null
}

export function CustomFieldForm({ form, kept }: CustomFieldFormProps) {
  return (
    <>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="grid min-w-0 content-start gap-4">
          <NameFields form={form} kept={kept} />
          <TypeField form={form} kept={kept} />
          <ShownFields form={form} />
          <BoundsFields form={form} />
        </div>
        <div className="min-w-0">
          <div className="sticky top-4">
            <CustomFieldPreview control={form.control} />
          </div>
        </div>
      </div>
      <Controller
        name="metadata"
        control={form.control}
        rules={{ validate: (rows) => metadataMistake(rows) ?? true }}
        render={({ field: { ref, ...field }, fieldState }) => (
          <MetadataEditor {...field} inputRef={ref} error={fieldState.error?.message} />
        )}
      />
    </>
  )
}

function NameFields({ form, kept }: CustomFieldFormProps) {
  const { errors, dirtyFields, isSubmitted } = form.formState
  const proposes = kept === null && !dirtyFields.slug
  const slug = useWatch({ control: form.control, name: 'slug' })
  const isMoved = kept !== null && slug.trim() !== kept.slug
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          {...form.register('name', {
            validate: (name) => nameMistake(name) ?? true,
            onChange: ({ target }: { target: { value: string } }) => {
              const proposal = proposeSlug(target.value)
              if (proposes) form.setValue('slug', proposal, { shouldValidate: isSubmitted })
            },
          })}
        />
      </Field>
      <Field
        label="Slug"
        hint={
          isMoved ? (
            <span className="text-warn">Code that reads “{kept.slug}” has to change as well.</span>
          ) : (
            'What answers are called in your code.'
          )
        }
        error={errors.slug?.message}
      >
        <TextInput
          autoComplete="off"
          spellCheck={false}
          {...form.register('slug', { validate: (text) => slugMistake(text) ?? true })}
        />
      </Field>
    </>
  )
}

function TypeField({ form, kept }: CustomFieldFormProps) {
  const options = customFieldTypes.map((value) => ({
    value,
    label: customFieldTypeLooks[value].name,
    disabled: kept !== null && kept.type !== value,
  }))
  return (
    <Controller
      name="type"
      control={form.control}
      render={({ field: { value, onChange }, fieldState }) => (
        <Fieldset
          legend="Type"
          {...(kept && { hint: 'It stays as it is. For another type, create another field.' })}
          error={fieldState.error?.message}
        >
          <div>
            <Segmented label="Type" options={options} value={value} onChange={onChange} />
          </div>
        </Fieldset>
      )}
    />
  )
}

/** What buyers read. */
function ShownFields({ form }: Pick<CustomFieldFormProps, 'form'>) {
  const { errors } = form.formState
  const type = useWatch({ control: form.control, name: 'type' })
  return (
    <>
      <Field
        label="Label"
        optional
        hint="What buyers read; without one they read the name."
        error={errors.label?.message}
      >
        <TextInput autoComplete="off" {...form.register('label')} />
      </Field>
      <Field label="Help" optional error={errors.help?.message}>
        <TextInput autoComplete="off" {...form.register('help')} />
      </Field>
      {hasPlaceholder(type) && (
        <Field label="Placeholder" optional error={errors.placeholder?.message}>
          <TextInput autoComplete="off" {...form.register('placeholder')} />
        </Field>
      )}
    </>
  )
}
