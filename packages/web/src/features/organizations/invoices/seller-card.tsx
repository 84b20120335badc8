import { setSellerDetails } from '@guildhall/contract/orders/invoice-seller'
import { useQueryClient } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { CountryField } from '#/entities/address/country-field.tsx'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import {
  type SellerDetails,
  sellerDetailsQuery,
} from '#/entities/organization/seller-details-query.ts'
import { SettingsCard } from '#/features/organizations/settings/settings-card.tsx'
import { useSettingsForm } from '#/features/organizations/settings/use-settings-form.ts'
import { api } from '#/lib/api.ts'
import { type Explanations, sendOrExplain } from '#/lib/send-form.ts'
import { Field } from '#/ui/field.tsx'
import { TextInput } from '#/ui/text-input.tsx'
import { useToast } from '#/ui/toast.tsx'
import { detailsOf, draftOf, type SellerDraft, sellerField, sellerSchema } from './seller-draft.ts'

/** The seller details on invoices. */
export function SellerCard({ details }: { details: SellerDetails }) {
  const { id, name } = useOrganization()
  const queryClient = useQueryClient()
  const toast = useToast()
  const before = draftOf(details)
  const { form, settle } = useSettingsForm(before, sellerSchema)
  const { errors, isSubmitting, isDirty } = form.formState
  const save = async (draft: SellerDraft) => {
    const asked = { params: { id }, body: detailsOf(draft) }
    const saved = await api.call(setSellerDetails, asked)
    queryClient.setQueryData(sellerDetailsQuery(id).queryKey, saved)
    settle(draftOf(saved))
    toast({ title: 'Invoice details saved' })
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
        autoComplete="organization"
        hint={`Your legal name. If empty, invoices show “${name}”.`}
      />
      <AddressFields form={form} />
      <div className="grid gap-4 border-t pt-4">
        <Line
          form={form}
          name="taxNumber"
          label="Tax number"
          hint="Numbers from your tax registrations are added automatically."
        />
        <Line
          form={form}
          name="footer"
          label="Footer"
          hint="Shown at the end, such as your company registration or contact details."
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
      <Line form={form} name="line1" label="Address line 1" />
      <Line form={form} name="line2" label="Address line 2" />
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
      render={({ field, fieldState }) => (
        <CountryField field={field} error={fieldState.error?.message} optional />
      )}
    />
  )
}

interface LineProps extends PartProps {
  name: Exclude<keyof SellerDraft, 'country'>
  label: string
  hint?: string
  autoComplete?: string
}

function Line({ form, name, label, ...rest }: LineProps) {
  const { hint, autoComplete = 'off' } = rest
  return (
    <Field
      label={label}
      optional
      {...(hint !== undefined && { hint })}
      error={form.formState.errors[name]?.message}
    >
      <TextInput autoComplete={autoComplete} {...form.register(name)} />
    </Field>
  )
}

const explanations: Explanations<SellerDraft> = {
  NotPermitted: ['root', 'Your role changed. Only owners and admins can save this.'],
}
