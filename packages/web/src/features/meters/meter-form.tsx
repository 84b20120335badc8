import { propertyFunctions } from '@guildhall/contract/metering/shapes'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { metadataMistake } from '../../lib/metadata-rows.ts'
import { Field } from '../../ui/field.tsx'
import { MetadataEditor } from '../../ui/metadata-editor.tsx'
import { NativeSelect } from '../../ui/native-select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { FilterBuilder } from './filter-builder.tsx'
import { filterMistake, filterOf } from './filter-draft.ts'
import { aggregationOf, type MeterDraft, nameMistake } from './meter-draft.ts'
import { aggregationWords, filterWords, functionNames } from './meter-words.ts'

interface MeterFormProps {
  form: UseFormReturn<MeterDraft>
}

export function MeterForm({ form }: MeterFormProps) {
  return (
    <>
      <Field
        label="Name"
        hint="Customers read it where they see what they used."
        error={form.formState.errors.name?.message}
      >
        <TextInput
          autoComplete="off"
          placeholder="API calls"
          {...form.register('name', { validate: (name) => nameMistake(name) ?? true })}
        />
      </Field>
      <Controller
        name="filter"
        control={form.control}
        rules={{ validate: (filter) => filterMistake(filter) ?? true }}
        render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
          <FilterBuilder
            value={value}
            onChange={onChange}
            onBlur={onBlur}
            inputRef={ref}
            error={fieldState.error?.message}
          />
        )}
      />
      <AggregationFields form={form} />
      <InWords form={form} />
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

/** What of the events that count: how many there are, or what a number in them comes to. */
function AggregationFields({ form }: MeterFormProps) {
  const func = useWatch({ control: form.control, name: 'func' })
  const { errors } = form.formState
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field label="What is measured" error={errors.func?.message}>
        <NativeSelect {...form.register('func')}>
          <option value="count">Number of events</option>
          {propertyFunctions.map((name) => (
            <option key={name} value={name}>
              {functionNames[name]} of a property
            </option>
          ))}
        </NativeSelect>
      </Field>
      {func !== 'count' && (
        <Field
          label="Property"
          hint="A number in the metadata of the events."
          error={errors.property?.message}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="tokens"
            {...form.register('property', {
              validate: (text) => text.trim() !== '' || 'Enter the name of the property.',
            })}
          />
        </Field>
      )}
    </div>
  )
}

/** The whole in a sentence, as far as it's typed. */
function InWords({ form }: MeterFormProps) {
  const draft = useWatch({ control: form.control, compute: (typed) => typed })
  return (
    <p aria-live="polite" className="rounded-m bg-sunken px-3 py-2.5 text-s wrap-anywhere">
      <span className="font-medium">{aggregationWords(aggregationOf(draft))}</span>
      <span className="text-ink-2"> where {filterWords(filterOf(draft.filter))}</span>
    </p>
  )
}
