import { updatePortalSubscription } from '@guildhall/contract/portal/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { priceLabel } from '#/entities/product/price-text.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay, formatMoney } from '#/lib/format.ts'
import { sendOrExplain } from '#/lib/send-form.ts'
import { useForm } from '#/lib/use-form.ts'
import { wireFields } from '#/lib/wire-fields.ts'
import { Banner } from '#/ui/banner.tsx'
import { FormDialog } from '#/ui/form-dialog.tsx'
import { RadioGroup } from '#/ui/radio-group.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { useToast } from '#/ui/toast.tsx'
import {
  type Plan,
  type PortalSubscription,
  previewQuery,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface PlanDialogProps {
  subscription: PortalSubscription
  /** At least one. */
  plans: readonly Plan[]
  onClose: () => void
}

/** Changes the plan, with an exact preview of the cost. */
export function PlanDialog({ subscription, plans, onClose }: PlanDialogProps) {
  const { api } = usePortal()
  const form = useForm<{ plan: string }>({ defaultValues: { plan: plans[0]?.id ?? '' } })
  const { errors, isSubmitting } = form.formState
  const plan = useWatch({ control: form.control, name: 'plan' })
  const chosen = plans.find(({ id }) => id === plan)
  const preview = useQuery({
    ...previewQuery(api, { id: subscription.id, productId: chosen?.id ?? subscription.productId }),
    enabled: chosen !== undefined,
  })
  const due = preview.data?.dueNow ?? null
  const send = useChanging(subscription, { plans, onDone: onClose })
  const sum =
    due !== null && due.dueAmount > 0
      ? ` and pay ${formatMoney(due.dueAmount, due.currency.toUpperCase())}`
      : ''
  return (
    <FormDialog
      title={`Change from ${subscription.product.name}`}
      submit={`Change plan${sum}`}
      isBusy={isSubmitting}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, {}, planField)}
      onClose={onClose}
    >
      <Controller
        name="plan"
        control={form.control}
        render={({ field }) => (
          <RadioGroup
            boxed
            legend="New plan"
            options={plans.map((one) => ({
              value: one.id,
              label: one.name,
              hint: priceLabel(one),
            }))}
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
          />
        )}
      />
      <div aria-live="polite" aria-busy={preview.isFetching} className="text-s">
        {preview.error && <Banner tone="bad">{failureMessage(preview.error)}</Banner>}
        {preview.isPending && <Skeleton className="h-10" />}
        {preview.data && <p className="text-ink-2">{costText(preview.data)}</p>}
      </div>
    </FormDialog>
  )
}

type Preview = Awaited<ReturnType<NonNullable<ReturnType<typeof previewQuery>['queryFn']>>>

function costText({ dueNow, nextInvoice, appliesAt, prorationBehavior }: Preview): string {
  const now =
    dueNow !== null && dueNow.dueAmount > 0
      ? `You pay ${formatMoney(dueNow.dueAmount, dueNow.currency.toUpperCase())} now.`
      : prorationBehavior === 'next_period'
        ? `The plan changes on ${formatDay(appliesAt)}; nothing is due now.`
        : 'Nothing is due now.'
  if (nextInvoice === null) return `${now} Nothing is charged after that.`
  const then = formatMoney(nextInvoice.dueAmount, nextInvoice.currency.toUpperCase())
  return `${now} The next charge is ${then} on ${formatDay(nextInvoice.dueAt)}.`
}

interface Changing {
  plans: readonly Plan[]
  onDone: () => void
}

function useChanging({ id }: PortalSubscription, { plans, onDone }: Changing) {
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  return async ({ plan }: { plan: string }) => {
    const chosen = plans.find((one) => one.id === plan)
    if (chosen === undefined) return
    const asked = { params: { id }, body: { productId: chosen.id } }
    const { pendingUpdate } = await change(() => api.call(updatePortalSubscription, asked))
    toast({
      title:
        pendingUpdate === null
          ? `Your plan is now ${chosen.name}`
          : `The plan changes on ${formatDay(pendingUpdate.appliesAt)}`,
    })
    onDone()
  }
}

const planField = wireFields<{ plan: string }>({ product_id: 'plan' })
