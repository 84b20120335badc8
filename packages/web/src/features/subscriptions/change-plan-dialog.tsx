import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { billingSettingsQuery } from '#/entities/organization/billing-settings.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { useChange } from '#/entities/organization/use-change.ts'
import { priceLabel } from '#/entities/product/price-text.ts'
import { productsToFilter } from '#/entities/product/products-to-choose.ts'
import { type ProrationMode, prorationOptions } from '#/entities/subscription/proration-text.ts'
import { api } from '#/lib/api.ts'
import { present } from '#/lib/form-schema.ts'
import { formatDay, formatMoney } from '#/lib/format.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Combobox } from '#/ui/combobox.tsx'
import { Field } from '#/ui/field.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import type { Option } from '#/ui/option-list.ts'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { useToast } from '#/ui/toast.tsx'
import { ChangeCost } from './change-cost.tsx'
import { changeExplanations } from './change-refusals.ts'
import {
  type ChangePreview,
  changePreviewQuery,
  type Product,
  type Subscription,
  type SubscriptionChange,
} from './subscription-queries.ts'

export interface SubscriptionDialogProps {
  subscription: Subscription
  onClose: () => void
}

interface PlanDraft {
  product: string | null
  mode: ProrationMode
}

/** Changes the product and the proration, with an exact preview of the cost. */
export function ChangePlanDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { id } = useOrganization()
  const { data: settings } = useQuery(billingSettingsQuery(id))
  const usual = settings?.prorationMode ?? 'prorate'
  const form = useForm<PlanDraft>({
    schema: { product: present('Choose a product.') },
    values: { product: null, mode: usual },
    resetOptions,
  })
  const { errors, isSubmitting } = form.formState
  const [product, mode] = useWatch({ control: form.control, name: ['product', 'mode'] })
  const products = useQuery(productsToFilter(id, { isRecurring: true })).data ?? []
  const change = changeOf(products, { product, mode })
  const preview = useQuery({
    ...changePreviewQuery(id, { id: subscription.id, change: change ?? {} }),
    enabled: change !== null,
    retry: false,
  })
  const shown = change === null ? undefined : preview.data
  const send = useChanging(subscription, { products, onDone: onClose })
  // Disabled until the cost is known.
  const isUnknown = change !== null && preview.isPending
  return (
    <FormDialog
      wide
      title="Change plan"
      description={`Current plan: ${subscription.product.name}.`}
      submit={submitText(shown)}
      isBusy={isSubmitting || isUnknown}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, changeExplanations, planField)}
      onClose={onClose}
    >
      <ProductField
        control={form.control}
        options={products.flatMap((one) => optionOf(one, subscription))}
        error={errors.product?.message}
      />
      <Controller
        name="mode"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            boxed
            legend="Proration"
            options={prorationOptions}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      {change !== null && (
        <ChangeCost
          preview={shown}
          error={preview.error}
          mode={mode}
          isAsking={preview.isFetching}
        />
      )}
    </FormDialog>
  )
}

/** The user’s choice survives a refetch of the default. */
const resetOptions = { keepDirtyValues: true } as const

function changeOf(products: readonly Product[], { product, mode }: PlanDraft) {
  const chosen = products.find(({ id }) => id === product)
  if (chosen === undefined) return null
  return { productId: chosen.id, prorationBehavior: mode } satisfies SubscriptionChange
}

interface ProductFieldProps {
  control: Control<PlanDraft>
  options: readonly Option[]
  error: string | undefined
}

function ProductField({ control, options, error }: ProductFieldProps) {
  return (
    <Controller
      name="product"
      control={control}
      render={({ field }) => (
        <Field label="New product" error={error}>
          <Combobox<string>
            options={options}
            placeholder="Search products"
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            empty="No matching products."
          />
        </Field>
      )}
    />
  )
}

/** Products for sale; custom prices require a checkout. */
function optionOf(product: Product, { productId }: Subscription): Option[] {
  const { id, name, isArchived, prices } = product
  if (isArchived) return []
  const isOpen = prices.some(({ amountType }) => amountType === 'custom')
  const price = priceLabel(product)
  const note = isOpen ? ', checkout only' : id === productId ? ', current' : ''
  return [{ value: id, label: name, hint: `${price}${note}`, disabled: isOpen }]
}

function submitText(preview: ChangePreview | undefined): string {
  if (preview === undefined) return 'Change plan'
  const { dueNow, appliesAt, prorationBehavior } = preview
  if (dueNow !== null && dueNow.dueAmount > 0) {
    return `Change and charge ${formatMoney(dueNow.dueAmount, dueNow.currency.toUpperCase())}`
  }
  return prorationBehavior === 'next_period' ? `Change on ${formatDay(appliesAt)}` : 'Change plan'
}

interface Changing {
  products: readonly Product[]
  onDone: () => void
}

function useChanging({ id }: Subscription, { products, onDone }: Changing) {
  const change = useChange()
  const toast = useToast()
  return async (draft: PlanDraft) => {
    const body = changeOf(products, draft)
    if (body === null) return
    const changed = await change(() => api.call(updateSubscription, { params: { id }, body }))
    toast(
      changed.pendingUpdate === null
        ? { title: `Plan changed to ${changed.product.name}` }
        : { title: `The plan changes on ${formatDay(changed.pendingUpdate.appliesAt)}` },
    )
    onDone()
  }
}

const planField = wireFields<PlanDraft>({ product_id: 'product', proration_behavior: 'mode' })
