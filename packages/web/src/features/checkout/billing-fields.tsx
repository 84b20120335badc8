import { countryStates, isInUnion } from '@guildhall/contract/tax/places'
import { countryOptions } from '#/entities/address/countries.ts'
import { Checkbox } from '#/ui/checkbox.tsx'
import { Field } from '#/ui/field.tsx'
import { NativeSelect } from '#/ui/native-select.tsx'
import { TextField } from './form-fields.tsx'
import type { CheckoutForm } from './use-checkout-form.ts'
import { addressFieldsShown, asksForAddress } from './validation.ts'
import type { Checkout } from './wire.ts'

interface BillingFieldsProps {
  checkout: Checkout
  form: CheckoutForm
}

/** The fields that the country requires, and those of a business for its invoice. */
export function BillingFields({ checkout, form }: BillingFieldsProps) {
  if (!asksForAddress(checkout)) return null
  const { isBusiness, country } = form.draft
  return (
    <>
      <AddressFields checkout={checkout} form={form} />
      <Checkbox
        label="I’m buying as a business"
        checked={isBusiness}
        onChange={({ target }) => form.edit({ isBusiness: target.checked }, 'chosen')}
      />
      {isBusiness && (
        <>
          <TextField
            form={form}
            name="billingName"
            label="Business name"
            autoComplete="organization"
          />
          <TextField
            form={form}
            name="taxId"
            optional
            label={taxIdLabel(country)}
            {...(country === '' && { hint: 'Select a country first.' })}
          />
        </>
      )}
    </>
  )
}

function AddressFields({ checkout, form }: BillingFieldsProps) {
  const shown = new Set(addressFieldsShown(checkout))
  const isOptional = (field: keyof Checkout['billingAddressFields']) =>
    checkout.billingAddressFields[field] === 'optional'
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="sr-only">Billing address</legend>
      <CountryField form={form} />
      {shown.has('line1') && (
        <TextField
          form={form}
          name="line1"
          label="Address line 1"
          autoComplete="address-line1"
          optional={isOptional('line1')}
        />
      )}
      {shown.has('line2') && (
        <TextField
          form={form}
          name="line2"
          label="Apartment, floor"
          autoComplete="address-line2"
          optional
        />
      )}
      {(shown.has('postalCode') || shown.has('city')) && (
        <div className="grid grid-cols-2 items-start gap-3">
          {shown.has('postalCode') && (
            <TextField
              form={form}
              name="postalCode"
              label={form.draft.country === 'US' ? 'ZIP code' : 'Postal code'}
              autoComplete="postal-code"
              optional={isOptional('postalCode')}
            />
          )}
          {shown.has('city') && (
            <TextField
              form={form}
              name="city"
              label="City"
              autoComplete="address-level2"
              optional={isOptional('city')}
            />
          )}
        </div>
      )}
      {shown.has('state') && <StateField form={form} isOptional={isOptional('state')} />}
    </fieldset>
  )
}

function CountryField({ form }: { form: CheckoutForm }) {
  // A state belongs to one country.
  const choose = (country: string) => form.edit({ country, state: '' }, 'chosen')
  return (
    <Field label="Country" error={form.faults['country']}>
      <NativeSelect
        name="country"
        autoComplete="country"
        value={form.draft.country}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="" disabled>
          Choose…
        </option>
        {countryOptions.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

function StateField({ form, isOptional }: { form: CheckoutForm; isOptional: boolean }) {
  const { country, state } = form.draft
  const states = Object.entries(countryStates[country] ?? {})
  const label = country === 'CA' ? 'Province' : 'State'
  if (states.length === 0) {
    return (
      <TextField
        form={form}
        name="state"
        label="State or region"
        autoComplete="address-level1"
        optional={isOptional}
      />
    )
  }
  return (
    <Field label={label} optional={isOptional} error={form.faults['state']}>
      <NativeSelect
        name="state"
        autoComplete="address-level1"
        value={state.replace(`${country}-`, '')}
        onChange={({ target }) => form.edit({ state: target.value }, 'chosen')}
      >
        <option value="" disabled>
          Choose…
        </option>
        {states.map(([code, name]) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </Field>
  )
}

/** The local name of the tax id. */
function taxIdLabel(country: string): string {
  return names.get(country) ?? (isInUnion(country) ? 'VAT number' : 'Tax number')
}

const vat = ['AE', 'BH', 'CH', 'GB', 'GE', 'IL', 'IS', 'NO', 'OM', 'SA', 'TH', 'TW', 'UA', 'ZA']

const names: ReadonlyMap<string, string> = new Map([
  ...vat.map((country) => [country, 'VAT number'] as const),
  ['AU', 'ABN'],
  ['BR', 'CNPJ or CPF'],
  ['CA', 'GST/HST number'],
  ['IN', 'GSTIN'],
  ['MX', 'RFC'],
  ['NZ', 'GST number'],
  ['SG', 'GST number'],
  ['US', 'EIN'],
])
