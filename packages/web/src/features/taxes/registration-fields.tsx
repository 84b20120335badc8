import { isInUnion } from '@guildhall/contract/tax/places'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { countryOptions } from '#/entities/address/countries.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { DatePicker } from '#/ui/date-picker.tsx'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import type { TaxDraft } from './tax-draft.ts'
import { reachesOf, stateChoices } from './tax-text.ts'

interface RegistrationFieldsProps {
  form: UseFormReturn<TaxDraft>
  /** Whether it is new; the place of a saved one can’t change. */
  isNew: boolean
}

export function RegistrationFields({ form, isNew }: RegistrationFieldsProps) {
  const country = useWatch({ control: form.control, name: 'country' })
  return (
    <>
      {isNew && <PlaceFields form={form} country={country} />}
      {country !== null && isInUnion(country) && <ReachField form={form} country={country} />}
      <Field
        label="Tax number"
        optional
        hint="Your own tax number, shown on invoices."
        error={form.formState.errors.taxNumber?.message}
      >
        <TextInput autoComplete="off" spellCheck={false} {...form.register('taxNumber')} />
      </Field>
      <Controller
        name="firstDay"
        control={form.control}
        render={({ field: { value, onChange, onBlur }, fieldState }) => (
          <Field
            label="First day"
            optional={isNew}
            {...(isNew && { hint: 'If empty, tax is collected from now on.' })}
            error={fieldState.error?.message}
          >
            <DatePicker value={value} onChange={onChange} onBlur={onBlur} />
          </Field>
        )}
      />
    </>
  )
}

interface PartProps {
  form: UseFormReturn<TaxDraft>
}

function PlaceFields({ form, country }: PartProps & { country: string | null }) {
  const states = stateChoices(country)
  return (
    <>
      <Controller
        name="country"
        control={form.control}
        render={({ field, fieldState }) => (
          <Field label="Country" error={fieldState.error?.message}>
            <Combobox
              options={countryOptions}
              value={field.value}
              onChange={(chosen) => {
                field.onChange(chosen)
                form.setValue('state', '')
              }}
              onBlur={field.onBlur}
              placeholder="Type to find"
            />
          </Field>
        )}
      />
      {states.length > 0 && (
        <Field
          label={country === 'CA' ? 'Region' : 'State'}
          error={form.formState.errors.state?.message}
        >
          <NativeSelect {...form.register('state')}>
            {states.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </NativeSelect>
        </Field>
      )}
    </>
  )
}

function ReachField({ form, country }: PartProps & { country: string }) {
  return (
    <Controller
      name="scheme"
      control={form.control}
      render={({ field: { value, onChange, onBlur }, fieldState }) => (
        <RadioGroup
          boxed
          legend="Scope"
          hint="Businesses in other countries of the EU with a VAT number pay the tax themselves (reverse charge)."
          options={reachesOf(country)}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}
