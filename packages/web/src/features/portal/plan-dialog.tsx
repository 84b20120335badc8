import {
  confirmPlanChange,
  type PlanChange,
  startPlanChange,
} from '@guildhall/contract/portal/plan-changes'
import { useQuery } from '@tanstack/react-query'
import { Controller, useWatch } from 'react-hook-form'
import { BankQuestion } from '#/entities/payment/bank-question.tsx'
import { priceLabel } from '#/entities/product/price-text.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay, formatMoney } from '#/lib/format.ts'
import { Refused } from '#/lib/request.ts'
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
  type Shop,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'
import { useOnSession } from './use-on-session.ts'

interface PlanDialogProps {
  subscription: PortalSubscription
  /** At least one. */
  plans: readonly Plan[]
  shop: Shop
  onClose: () => void
}

/** Changes the plan, with an exact preview of the cost. */
export function PlanDialog({ subscription, plans, shop, onClose }: PlanDialogProps) {
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
  const { send, session } = useChanging(subscription, {
    plans,
    due: preview.data === undefined ? null : (due?.dueAmount ?? 0),
    onDone: onClose,
    onFailed: (message) => form.setError('root', { message }),
    onOutdated: () => void preview.refetch(),
  })
  const { asked, carryOn } = session
  if (asked !== null) {
    const onAnswered = () => void sendOrExplain(form, () => carryOn(asked))()
    return <PlanQuestion {...{ asked, shop, onAnswered }} name={chosen?.name ?? ''} />
  }
  const sum =
    due !== null && due.dueAmount > 0
      ? ` and pay ${formatMoney(due.dueAmount, due.currency.toUpperCase())}`
      : ''
  return (
    <FormDialog
      title={`Change from ${subscription.product.name}`}
      submit={`Change plan${sum}`}
      isBusy={isSubmitting || preview.isLoading}
      failure={errors.root?.message}
      onSubmit={sendOrExplain(form, send, explanations, planField)}
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
        {preview.error && <Banner tone="bad">{failureMessage(preview.error, messages)}</Banner>}
        {preview.isPending && <Skeleton className="h-10" />}
        {preview.data && <p className="text-ink-2">{costText(preview.data)}</p>}
      </div>
    </FormDialog>
  )
}

interface PlanQuestionProps extends Pick<PlanDialogProps, 'shop'> {
  asked: PlanChange
  /** Of the new plan. */
  name: string
  onAnswered: () => void
}

function PlanQuestion({ asked, shop, name, onAnswered }: PlanQuestionProps) {
  if (asked.clientSecret === null) return null
  return (
    <BankQuestion
      publishableKey={shop.publishableKey}
      intentSecret={asked.clientSecret}
      onAnswered={onAnswered}
    >
      Pay{' '}
      <strong className="font-semibold text-ink">
        {formatMoney(asked.amount, asked.currency.toUpperCase())}
      </strong>{' '}
      to {shop.organization.name} and change to {name}?
    </BankQuestion>
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
  /** What the customer sees as due now. */
  due: number | null
  onDone: () => void
  onFailed: (message: string) => void
  /** It costs more than was shown. */
  onOutdated: () => void
}

function useChanging({ id }: PortalSubscription, changing: Changing) {
  const { plans, due, onDone, onFailed, onOutdated } = changing
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const session = useOnSession<PlanChange>({
    confirm: ({ id: paymentId }) => {
      if (paymentId === null) throw new Error('Only a payment is confirmed')
      return change(() => api.call(confirmPlanChange, { params: { id, paymentId } }))
    },
    onSucceeded: ({ subscription: { product, pendingUpdate } }) => {
      toast({
        title:
          pendingUpdate === null
            ? `Your plan is now ${product.name}`
            : `The plan changes on ${formatDay(pendingUpdate.appliesAt)}`,
      })
      onDone()
    },
    onFailed,
  })
  const send = async ({ plan }: { plan: string }) => {
    const chosen = plans.find((one) => one.id === plan)
    if (chosen === undefined) return
    const shown = due === null ? {} : { dueAmountMax: due }
    const body = { productId: chosen.id, ...shown }
    try {
      session.begin(await change(() => api.call(startPlanChange, { params: { id }, body })))
    } catch (error) {
      if (error instanceof Refused && error.code === 'QuoteOutdated') onOutdated()
      throw error
    }
  }
  return { send, session }
}

const messages = {
  SubscriptionPaused:
    'A payment is disputed, so your card isn’t charged and the plan can’t change now.',
} as const

const explanations = { SubscriptionPaused: ['root', messages.SubscriptionPaused] } as const

const planField = wireFields<{ plan: string }>({ product_id: 'plan' })
