import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { amountText, durationText } from '#/entities/discount/discount-terms.ts'
import { discountsToChoose } from '#/entities/discount/discounts-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { api } from '#/lib/api.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { useToast } from '#/ui/toast.tsx'
import { ChangeCost } from './change-cost.tsx'
import type { SubscriptionDialogProps } from './change-plan-dialog.tsx'
import { changeExplanations } from './change-refusals.ts'
import { changePreviewQuery, type Discount, type Subscription } from './subscription-queries.ts'

interface DiscountChoice {
  discount: string | null
}

/** Changes or removes the discount from the next invoice on. */
export function DiscountDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { id } = useOrganization()
  const discounts = useQuery(discountsToChoose(id)).data ?? []
  const form = useForm<DiscountChoice>({ defaultValues: { discount: subscription.discountId } })
  const { errors, isSubmitting } = form.formState
  const discount = useWatch({ control: form.control, name: 'discount' })
  const isOther = discount !== subscription.discountId
  const preview = useQuery({
    ...changePreviewQuery(id, { id: subscription.id, change: changeOf(discounts, discount) }),
    enabled: isOther,
    retry: false,
  })
  const send = useDiscounting(subscription, { discounts, onDone: onClose })
  return (
    <FormDialog
      wide
      title="Change discount"
      description="Applies from the next invoice."
      submit={discount === null && isOther ? 'Remove discount' : 'Save'}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, changeExplanations, discountField)}
      onClose={onClose}
    >
      <Controller
        name="discount"
        control={form.control}
        render={({ field }) => (
          <Field
            label="Discount"
            optional
            hint="Leave empty for no discount."
            error={errors.discount?.message}
          >
            <Combobox<string>
              options={discounts.map((one) => ({
                value: one.id,
                label: one.name,
                hint: `${amountText(one)}, ${durationText(one)}`,
              }))}
              placeholder="Search discounts"
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              empty="No matching discounts."
            />
          </Field>
        )}
      />
      {isOther && (
        <ChangeCost preview={preview.data} error={preview.error} isAsking={preview.isFetching} />
      )}
    </FormDialog>
  )
}

const changeOf = (discounts: readonly Discount[], discount: string | null) => ({
  discountId: discounts.find(({ id }) => id === discount)?.id ?? null,
})

interface Discounting {
  discounts: readonly Discount[]
  onDone: () => void
}

function useDiscounting({ id, discountId }: Subscription, { discounts, onDone }: Discounting) {
  const change = useChange()
  const toast = useToast()
  return async ({ discount }: DiscountChoice) => {
    if (discount === discountId) return onDone()
    const body = changeOf(discounts, discount)
    const changed = await change(() => api.call(updateSubscription, { params: { id }, body }))
    const name = changed.discount?.name
    toast({ title: name === undefined ? 'Discount removed' : `Discount changed to ${name}` })
    onDone()
  }
}

const discountField = wireFields<DiscountChoice>({ discount_id: 'discount' })
