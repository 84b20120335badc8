import { missingForTax } from '@guildhall/contract/customers/address'
import { updatePortalCustomer } from '@guildhall/contract/portal/customer'
import { countryStates, hasStates } from '@guildhall/contract/tax/places'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type AddressDraft, addressDraftOf, addressOf } from '#/entities/address/address-draft.ts'
import { CountryField } from '#/entities/address/country-field.tsx'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import {
  customerQuery,
  type PortalSubscription,
  type Shop,
  subscriptionsQuery,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface CardAddress {
  /** Null where nothing has to be asked. */
  fields: ReactNode
  /** False where something is missing, which the fields then say. */
  check: () => boolean
  save: () => Promise<void>
}

/**
 * A card pays for something that is taxed where the customer is. Asks for what the billing address
 * lacks, together with the card.
 */
export function useCardAddress({ publishableKey }: Shop): CardAddress {
  const { api } = usePortal()
  const change = usePortalChange()
  const { data: customer } = useQuery(customerQuery(api))
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery(api))
  const [edits, setEdits] = useState<Partial<AddressDraft>>({})
  const [isChecked, setChecked] = useState(false)
  // Stripe Tax locates buyers in the United States by their postal code.
  const byPostalCode = publishableKey !== null
  const isMissing = (address: Parameters<typeof missingForTax>[0]) =>
    missingForTax(address, { byPostalCode })
  const isNeeded =
    customer !== undefined &&
    subscriptions.some(isBilled) &&
    isMissing(customer.billingAddress) !== null
  const draft = { ...addressDraftOf(customer?.billingAddress), ...edits }
  const address = addressOf(draft)
  const missing = isMissing(address && withBlanksMissing(address))
  const edit = (more: Partial<AddressDraft>) => setEdits({ ...edits, ...more })
  const check = () => {
    setChecked(true)
    return !isNeeded || missing === null
  }
  const save = async () => {
    if (!isNeeded) return
    await change(() => api.call(updatePortalCustomer, { body: { billingAddress: address } }))
  }
  const shown = { draft, edit, byPostalCode, missing: isChecked ? missing : null }
  return { fields: isNeeded ? <AddressFields {...shown} /> : null, check, save }
}

const isBilled = ({ endedAt, prices, pendingUpdate }: PortalSubscription): boolean =>
  endedAt === null &&
  (pendingUpdate !== null || prices.some(({ amountType }) => amountType !== 'free'))

const withBlanksMissing = <A extends { state: string; postalCode: string; country: string }>({
  country,
  state,
  postalCode,
}: A) => ({
  country,
  state: state.trim() === '' ? null : state,
  postalCode: postalCode.trim() === '' ? null : postalCode,
})

interface AddressFieldsProps {
  draft: AddressDraft
  edit: (change: Partial<AddressDraft>) => void
  byPostalCode: boolean
  missing: ReturnType<typeof missingForTax>
}

function AddressFields({ draft, edit, byPostalCode, missing }: AddressFieldsProps) {
  const { country, state, postalCode } = draft
  const wrong = (part: typeof missing, text: string) => (missing === part ? text : undefined)
  const states = country === null ? [] : Object.entries(countryStates[country] ?? {})
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 w-full border-t pt-4 text-s text-ink-2">
        Your subscription is taxed where you are.
      </legend>
      <CountryField
        field={{
          value: country,
          // A state belongs to one country.
          onChange: (chosen) => edit({ country: chosen, state: '' }),
          onBlur: () => undefined,
        }}
        error={wrong('country', 'Choose a country.')}
      />
      {country !== null && hasStates(country) && (
        <Field
          label={country === 'CA' ? 'Province' : 'State'}
          error={wrong('state', country === 'CA' ? 'Choose a province.' : 'Choose a state.')}
        >
          <Combobox
            options={states.map(([code, name]) => ({ value: `${country}-${code}`, label: name }))}
            value={state === '' ? null : state}
            onChange={(chosen) => edit({ state: chosen ?? '' })}
            onBlur={() => undefined}
            placeholder="Type to find"
          />
        </Field>
      )}
      {country === 'US' && byPostalCode && (
        <Field label="Postal code" error={wrong('postalCode', 'Enter the postal code.')}>
          <TextInput
            autoComplete="postal-code"
            value={postalCode}
            onChange={({ target }) => edit({ postalCode: target.value })}
          />
        </Field>
      )}
    </fieldset>
  )
}
