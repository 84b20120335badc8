import { Controller, type UseFormReturn } from 'react-hook-form'
import { countryOptions } from '../../lib/countries.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import type { Option } from '../../ui/option-list.ts'
import { TextInput } from '../../ui/text-input.tsx'
import {
  type CustomerWish,
  countryMistake,
  taxFormatMistake,
  taxNumberMistake,
} from './customer-wish.ts'
import { taxFormatOptions } from './places.ts'

interface BillingFieldsProps {
  form: UseFormReturn<CustomerWish>
}

/** Where invoices go, and the number that stands on them. */
export function BillingFields({ form }: BillingFieldsProps) {
  return (
    <>
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-3 w-full border-t pt-4 text-s font-semibold">Billing address</legend>
        <Choice
          form={form}
          name="country"
          label="Country"
          options={countryOptions}
          mistake={countryMistake}
        />
        <Line form={form} name="line1" label="Street and number" />
        <Line form={form} name="line2" label="Second line" />
        <div className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)]">
          <Line form={form} name="postalCode" label="Postal code" />
          <Line form={form} name="city" label="City" />
          <Line form={form} name="state" label="State" />
        </div>
      </fieldset>
      <div className="grid gap-4 border-t pt-4 sm:grid-cols-2">
        <Choice
          form={form}
          name="taxFormat"
          label="Kind of tax id"
          options={taxFormatOptions}
          mistake={taxFormatMistake}
        />
        <Line form={form} name="taxNumber" label="Tax id" mistake={taxNumberMistake} />
      </div>
    </>
  )
}

type Mistake = (wish: CustomerWish) => string | null

interface LineProps extends BillingFieldsProps {
  name: 'line1' | 'line2' | 'postalCode' | 'city' | 'state' | 'taxNumber'
  label: string
  mistake?: Mistake
}

function Line({ form, name, label, mistake }: LineProps) {
  return (
    <Field label={label} optional error={form.formState.errors[name]?.message}>
      <TextInput
        autoComplete="off"
        {...form.register(name, { validate: (_, wish) => mistake?.(wish) ?? true })}
      />
    </Field>
  )
}

interface ChoiceProps extends BillingFieldsProps {
  name: 'country' | 'taxFormat'
  label: string
  options: readonly Option[]
  mistake: Mistake
}

function Choice({ form, name, label, options, mistake }: ChoiceProps) {
  return (
    <Controller
      name={name}
      control={form.control}
      rules={{ validate: (_, wish) => mistake(wish) ?? true }}
      render={({ field, fieldState }) => (
        <Field label={label} optional error={fieldState.error?.message}>
          <Combobox
            options={options}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            placeholder="Type to find"
          />
        </Field>
      )}
    />
  )
}
