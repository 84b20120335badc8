import { aggregationOf, propertyFunctions } from '@guildhall/contract/metering/shapes'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '#/ui/field.tsx'
import { renderMetadata } from '#/ui/metadata-editor.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { FilterBuilder } from './filter-builder.tsx'
import { filterOf } from './filter-draft.ts'
import { calculationIn, type MeterDraft } from './meter-draft.ts'
import { MeterPreview } from './meter-preview.tsx'
import { aggregationText, filterText, functionNames } from './meter-text.ts'

interface MeterFormProps {
  form: UseFormReturn<MeterDraft>
}

export function MeterForm({ form }: MeterFormProps) {
  return (
    <>
      <Field
        label="Name"
        hint="Shown to customers with their usage."
        error={form.formState.errors.name?.message}
      >
        <TextInput autoComplete="off" placeholder="API calls" {...form.register('name')} />
      </Field>
      <Controller
        name="filter"
        control={form.control}
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
      <Sentence form={form} />
      <MeterPreview form={form} />
      <Controller name="metadata" control={form.control} render={renderMetadata} />
    </>
  )
}

/** The aggregation: the number of matching events, or a function of a property. */
function AggregationFields({ form }: MeterFormProps) {
  const func = useWatch({ control: form.control, name: 'func' })
  const { errors } = form.formState
  return (
    <div className="grid items-start gap-3 sm:grid-cols-2">
      <Field label="Aggregation" error={errors.func?.message}>
        <NativeSelect {...form.register('func')}>
          <option value="count">Number of events</option>
          {([...propertyFunctions, 'unique'] as const).map((name) => (
            <option key={name} value={name}>
              {functionNames[name]} of a property
            </option>
          ))}
        </NativeSelect>
      </Field>
      {func !== 'count' && (
        <Field
          label="Property"
          hint={
            func === 'unique'
              ? 'A text, number or boolean in the event metadata. Each value counts once in a period.'
              : 'A numeric property in the event metadata.'
          }
          error={errors.property?.message}
        >
          <TextInput
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder={func === 'unique' ? 'user_id' : 'tokens'}
            {...form.register('property')}
          />
        </Field>
      )}
    </div>
  )
}

/** A summary of the meter while it is edited. */
function Sentence({ form }: MeterFormProps) {
  const draft = useWatch({ control: form.control, compute: (typed) => typed })
  return (
    <p aria-live="polite" className="rounded-m bg-sunken px-3 py-2.5 text-s wrap-anywhere">
      <span className="font-medium">{aggregationText(aggregationOf(calculationIn(draft)))}</span>
      <span className="text-ink-2"> where {filterText(filterOf(draft.filter))}</span>
    </p>
  )
}
