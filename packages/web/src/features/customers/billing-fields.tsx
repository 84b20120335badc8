import { Controller, type UseFormReturn } from 'react-hook-form'
import { countryOptions } from '#/entities/address/countries.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import type { Option } from '#/ui/option-list.ts'
import { TextInput } from '#/ui/text-input.tsx'
import type { CustomerDraft } from './customer-draft.ts'
import { taxFormatOptions } from './places.ts'

interface BillingFieldsProps {
  form: UseFormReturn<CustomerDraft>
}

/** The billing address and the tax ID. */
export function BillingFields({ form }: BillingFieldsProps) {
  return (
    <>
      <fieldset className="grid min-w-0 gap-4">
        <legend className="mb-3 w-full border-t pt-4 text-s font-semibold">Billing address</legend>
        <Choice form={form} name="country" label="Country" options={countryOptions} />
        <Line form={form} name="line1" label="Address line 1" />
        <Line form={form} name="line2" label="Address line 2" />
        <div className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)]">
          <Line form={form} name="postalCode" label="Postal code" />
          <Line form={form} name="city" label="City" />
          <Line form={form} name="state" label="State" />
        </div>
      </fieldset>
      <div className="grid gap-4 border-t pt-4 sm:grid-cols-2">
        <Choice form={form} name="taxFormat" label="Tax ID type" options={taxFormatOptions} />
        <Line form={form} name="taxNumber" label="Tax ID" />
      </div>
    </>
  )
}

interface LineProps extends BillingFieldsProps {
  name: 'line1' | 'line2' | 'postalCode' | 'city' | 'state' | 'taxNumber'
  label: string
}

function Line({ form, name, label }: LineProps) {
  return (
    <Field label={label} optional error={form.formState.errors[name]?.message}>
      <TextInput autoComplete="off" {...form.register(name)} />
    </Field>
  )
}

interface ChoiceProps extends BillingFieldsProps {
  name: 'country' | 'taxFormat'
  label: string
  options: readonly Option[]
}

function Choice({ form, name, label, options }: ChoiceProps) {
  return (
    <Controller
      name={name}
      control={form.control}
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
