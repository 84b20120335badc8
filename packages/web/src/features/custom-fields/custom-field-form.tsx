import { customFieldTypes } from '@guildhall/contract/catalog/custom-field-shapes'
import { type Control, Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { CustomFieldInput } from '#/entities/custom-field/custom-field-input.tsx'
import { Field } from '#/ui/field.tsx'
import { Fieldset } from '#/ui/fieldset.tsx'
import { renderMetadata } from '#/ui/metadata-editor.tsx'
import { Segmented } from '#/ui/segmented.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { BoundsFields } from './bounds-fields.tsx'
import {
  type CustomFieldDraft,
  contentOf,
  hasPlaceholder,
  proposeSlug,
} from './custom-field-draft.ts'
import type { CustomField } from './custom-field-queries.ts'
import { customFieldTypeDetails } from './custom-field-types.ts'

interface CustomFieldFormProps {
  form: UseFormReturn<CustomFieldDraft>
  /** Null for a new one. */
  existing: CustomField | null
}

export function CustomFieldForm({ form, existing }: CustomFieldFormProps) {
  return (
    <>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-[minmax(0,1fr)_15rem]">
        <div className="grid min-w-0 content-start gap-4">
          <NameFields form={form} existing={existing} />
          <TypeField form={form} existing={existing} />
          <ShownFields form={form} />
          <BoundsFields form={form} />
        </div>
        <div className="min-w-0">
          <div className="sticky top-4">
            <CustomFieldPreview control={form.control} />
          </div>
        </div>
      </div>
      <Controller name="metadata" control={form.control} render={renderMetadata} />
    </>
  )
}

function NameFields({ form, existing }: CustomFieldFormProps) {
  const { errors, dirtyFields, isSubmitted } = form.formState
  const proposes = existing === null && !dirtyFields.slug
  const slug = useWatch({ control: form.control, name: 'slug' })
  const isMoved = existing !== null && slug.trim() !== existing.slug
  return (
    <>
      <Field label="Name" error={errors.name?.message}>
        <TextInput
          autoComplete="off"
          {...form.register('name', {
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
            <span className="text-warn">Code that uses “{existing.slug}” must be updated too.</span>
          ) : (
            'Identifies answers in your code.'
          )
        }
        error={errors.slug?.message}
      >
        <TextInput autoComplete="off" spellCheck={false} {...form.register('slug')} />
      </Field>
    </>
  )
}

function TypeField({ form, existing }: CustomFieldFormProps) {
  const options = customFieldTypes.map((value) => ({
    value,
    label: customFieldTypeDetails[value].name,
    disabled: existing !== null && existing.type !== value,
  }))
  return (
    <Controller
      name="type"
      control={form.control}
      render={({ field: { value, onChange }, fieldState }) => (
        <Fieldset
          legend="Type"
          {...(existing && { hint: 'The type can’t be changed. Create a new field instead.' })}
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

/** The texts that buyers read. */
function ShownFields({ form }: Pick<CustomFieldFormProps, 'form'>) {
  const { errors } = form.formState
  const type = useWatch({ control: form.control, name: 'type' })
  return (
    <>
      <Field
        label="Label"
        optional
        hint="Shown to customers. Defaults to the name."
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

/** A preview of the field as buyers will see it. */
function CustomFieldPreview({ control }: { control: Control<CustomFieldDraft> }) {
  const draft = useWatch({ control, compute: (typed) => typed })
  return (
    <section aria-label="Preview" className="grid gap-3 rounded-m border bg-canvas p-4">
      <p aria-hidden="true" className="text-xs text-ink-3">
        Customer view
      </p>
      {/* Another type remounts the control. */}
      <CustomFieldInput
        key={draft.type}
        asked={contentOf(draft)}
        name={draft.name.trim() || 'Name of the field'}
      />
    </section>
  )
}
