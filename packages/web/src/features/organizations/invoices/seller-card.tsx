import { sellerLengthsMax, setSellerDetails } from '@guildhall/contract/orders/invoice-seller'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { api } from '../../../lib/api.ts'
import { useOrganization } from '../../../lib/current-organization.tsx'
import { type Explanations, sendOrExplain } from '../../../lib/send-form.ts'
import { CountryField } from '../../../ui/country-field.tsx'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { useToast } from '../../../ui/toast.tsx'
import { SettingsCard } from '../settings/settings-card.tsx'
import { useSettingsForm } from '../settings/use-settings-form.ts'
import { type SellerDetails, sellerDetailsQuery } from './seller-details-query.ts'
import {
  countryMistake,
  detailsOf,
  draftOf,
  type SellerDraft,
  sellerField,
} from './seller-draft.ts'

/** Who sells, as invoices say it. */
export function SellerCard({ details }: { details: SellerDetails }) {
  const { id, name } = useOrganization()
  const queryClient = useQueryClient()
  const toast = useToast()
  const before = draftOf(details)
  const { form, settle } = useSettingsForm(before)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = async (draft: SellerDraft) => {
    const asked = { params: { id }, body: detailsOf(draft) }
    const saved = await api.call(setSellerDetails, asked)
    queryClient.setQueryData(sellerDetailsQuery(id).queryKey, saved)
    settle(draftOf(saved))
    toast({ title: 'What invoices say of you is saved' })
  }
  return (
    <SettingsCard
      title="Seller"
      isDirty={isDirty}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, save, explanations, sellerField)}
      onDiscard={() => settle(before)}
    >
      <Line
        form={form}
        name="name"
        label="Name"
        lengthMax={sellerLengthsMax.name}
        autoComplete="organization"
        hint={`As it’s registered. Without one, invoices show “${name}”.`}
      />
      <AddressFields form={form} />
      <div className="grid gap-4 border-t pt-4">
        <Line
          form={form}
          name="taxNumber"
          label="Tax number"
          lengthMax={sellerLengthsMax.taxNumber}
          hint="The numbers that you entered under Taxes are printed by themselves."
        />
        <Line
          form={form}
          name="footer"
          label="Footer"
          lengthMax={sellerLengthsMax.footer}
          hint="A line at the end, such as your entry in a register, or where to reach you."
        />
      </div>
    </SettingsCard>
  )
}

interface PartProps {
  form: UseFormReturn<SellerDraft>
}

function AddressFields({ form }: PartProps) {
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="mb-3 w-full border-t pt-4 text-s font-semibold">Address</legend>
      <Country form={form} />
      <Line form={form} name="line1" label="Street and number" />
      <Line form={form} name="line2" label="Second line" />
      <div className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)_minmax(0,1fr)]">
        <Line form={form} name="postalCode" label="Postal code" />
        <Line form={form} name="city" label="City" />
        <Line form={form} name="state" label="State" />
      </div>
    </fieldset>
  )
}

function Country({ form }: PartProps) {
  return (
    <Controller
      name="country"
      control={form.control}
      rules={{ validate: (_, draft) => countryMistake(draft) ?? true }}
      render={({ field, fieldState }) => (
        <CountryField field={field} error={fieldState.error?.message} optional />
      )}
    />
  )
}

interface LineProps extends PartProps {
  name: Exclude<keyof SellerDraft, 'country'>
  label: string
  /** Where none is said, the server knows. */
  lengthMax?: number
  hint?: string
  autoComplete?: string
}

function Line({ form, name, label, lengthMax = Infinity, ...rest }: LineProps) {
  const { hint, autoComplete = 'off' } = rest
  return (
    <Field
      label={label}
      optional
      {...(hint !== undefined && { hint })}
      error={form.formState.errors[name]?.message}
    >
      <TextInput
        autoComplete={autoComplete}
        {...form.register(name, {
          validate: (text) =>
            text.trim().length <= lengthMax || `Use at most ${lengthMax} characters.`,
        })}
      />
    </Field>
  )
}

const explanations: Explanations<SellerDraft> = {
  NotPermitted: ['root', 'Your role changed: only owners and admins can save this now.'],
}
