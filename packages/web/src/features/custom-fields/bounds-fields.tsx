import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Checkbox } from '#/ui/checkbox.tsx'
import { renderDay } from '#/ui/day-field.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { CustomFieldDraft } from './custom-field-draft.ts'
import { OptionsEditor } from './options-editor.tsx'

interface BoundsFieldsProps {
  form: UseFormReturn<CustomFieldDraft>
}

/** The limits of answers, by type. */
export function BoundsFields({ form }: BoundsFieldsProps) {
  const type = useWatch({ control: form.control, name: 'type' })
  switch (type) {
    case 'text':
      return <TextBounds form={form} />
    case 'number':
      return <NumberBounds form={form} />
    case 'date':
      return <DateBounds form={form} />
    case 'select':
      return <Options form={form} />
    case 'checkbox':
      return null
  }
}

const pairClasses = 'grid grid-cols-2 items-start gap-3'

function TextBounds({ form }: BoundsFieldsProps) {
  const { errors } = form.formState
  return (
    <>
      <Checkbox label="Multiple lines" {...form.register('isLong')} />
      <div className={pairClasses}>
        <Field label="Minimum length" optional error={errors.lengthMin?.message}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            after="characters"
            {...form.register('lengthMin')}
          />
        </Field>
        <Field label="Maximum length" optional error={errors.lengthMax?.message}>
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            after="characters"
            {...form.register('lengthMax')}
          />
        </Field>
      </div>
    </>
  )
}

function NumberBounds({ form }: BoundsFieldsProps) {
  const { errors } = form.formState
  return (
    <div className={pairClasses}>
      <Field label="Minimum" optional error={errors.numberMin?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...form.register('numberMin')} />
      </Field>
      <Field label="Maximum" optional error={errors.numberMax?.message}>
        <TextInput inputMode="numeric" autoComplete="off" {...form.register('numberMax')} />
      </Field>
    </div>
  )
}

function DateBounds({ form }: BoundsFieldsProps) {
  return (
    <>
      <Controller name="dayMin" control={form.control} render={renderDay('First day')} />
      <Controller name="dayMax" control={form.control} render={renderDay('Last day')} />
    </>
  )
}

function Options({ form }: BoundsFieldsProps) {
  return (
    <Controller
      name="options"
      control={form.control}
      render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
        <OptionsEditor
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          inputRef={ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
