import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { type Control, Controller, useWatch } from 'react-hook-form'
import { api } from '../../lib/api.ts'
import { billingSettingsQuery } from '../../lib/billing-settings.ts'
import { productsToFilter } from '../../lib/choices.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { formatDay, formatMoney } from '../../lib/format.ts'
import { priceLabel } from '../../lib/price-words.ts'
import { type ProrationMode, prorationOptions } from '../../lib/proration-words.ts'
import { sendOrExplain } from '../../lib/send-form.ts'
import { useChange } from '../../lib/use-change.ts'
import { useForm } from '../../lib/use-form.ts'
import { wireFields } from '../../lib/wire-fields.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import type { Option } from '../../ui/option-list.ts'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { useToast } from '../../ui/toast.tsx'
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

interface PlanWish {
  product: string | null
  mode: ProrationMode
}

/** Another product, and how the change is paid: to the cent, before anything happens. */
export function ChangePlanDialog({ subscription, onClose }: SubscriptionDialogProps) {
  const { id } = useOrganization()
  const { data: settings } = useQuery(billingSettingsQuery(id))
  const usual = settings?.prorationMode ?? 'prorate'
  const form = useForm<PlanWish>({ values: { product: null, mode: usual }, resetOptions })
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
  // Nobody presses before it's said what that costs.
  const isUnknown = change !== null && preview.isPending
  return (
    <FormDialog
      wide
      title="Change the plan"
      description={`${subscription.product.name} is the present one.`}
      submit={submitWords(shown)}
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
            legend="It’s paid"
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

/** What was chosen outlives the news of what is usual here. */
const resetOptions = { keepDirtyValues: true } as const

function changeOf(products: readonly Product[], { product, mode }: PlanWish) {
  const chosen = products.find(({ id }) => id === product)
  if (chosen === undefined) return null
  return { productId: chosen.id, prorationBehavior: mode } satisfies SubscriptionChange
}

interface ProductFieldProps {
  control: Control<PlanWish>
  options: readonly Option[]
  error: string | undefined
}

function ProductField({ control, options, error }: ProductFieldProps) {
  return (
    <Controller
      name="product"
      control={control}
      rules={{ validate: (product) => product !== null || 'Choose a product.' }}
      render={({ field }) => (
        <Field label="New product" error={error}>
          <Combobox<string>
            options={options}
            placeholder="Find a product"
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
            empty="No product has this name."
          />
        </Field>
      )}
    />
  )
}

/** What is still sold; where the buyer names the price there has to be a checkout. */
function optionOf(product: Product, { productId }: Subscription): Option[] {
  const { id, name, isArchived, prices } = product
  if (isArchived) return []
  const isOpen = prices.some(({ amountType }) => amountType === 'custom')
  const price = priceLabel(product)
  const note = isOpen ? ', only by a checkout' : id === productId ? ', the present one' : ''
  return [{ value: id, label: name, hint: `${price}${note}`, disabled: isOpen }]
}

function submitWords(preview: ChangePreview | undefined): string {
  if (preview === undefined) return 'Change the plan'
  const { dueNow, appliesAt, prorationBehavior } = preview
  if (dueNow !== null && dueNow.dueAmount > 0) {
    return `Change and charge ${formatMoney(dueNow.dueAmount, dueNow.currency.toUpperCase())}`
  }
  return prorationBehavior === 'next_period'
    ? `Change on ${formatDay(appliesAt)}`
    : 'Change the plan'
}

interface Changing {
  products: readonly Product[]
  onDone: () => void
}

function useChanging({ id }: Subscription, { products, onDone }: Changing) {
  const change = useChange()
  const toast = useToast()
  return async (wish: PlanWish) => {
    const body = changeOf(products, wish)
    if (body === null) return
    const changed = await change(() => api.call(updateSubscription, { params: { id }, body }))
    toast(
      changed.pendingUpdate === null
        ? { title: `The plan is ${changed.product.name} now` }
        : { title: `The plan changes on ${formatDay(changed.pendingUpdate.appliesAt)}` },
    )
    onDone()
  }
}

const planField = wireFields<PlanWish>({ product_id: 'product', proration_behavior: 'mode' })
