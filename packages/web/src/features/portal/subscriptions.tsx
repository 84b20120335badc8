import { updatePortalSubscription } from '@guildhall/contract/portal/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { meteredPricesOf } from '#/entities/product/price-text.ts'
import { UsageLines } from '#/entities/product/usage-lines.tsx'
import {
  isBillable,
  isEnding,
  isPaused,
  stateOf,
} from '#/entities/subscription/subscription-state.ts'
import { UsageSoFar } from '#/entities/subscription/usage-so-far.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay, formatMoney } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries } from '#/ui/entries.tsx'
import { Status } from '#/ui/status.tsx'
import { useToast } from '#/ui/toast.tsx'
import { AcceptBanner } from './accept-banner.tsx'
import { CancelDialog, PlanDialog } from './dialogs.ts'
import { PaymentNotice } from './payment-notice.tsx'
import {
  nextInvoiceQuery,
  type PortalSubscription,
  plansQuery,
  type Shop,
  subscriptionsQuery,
  usePortalChange,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** The customer’s subscriptions. */
export function Subscriptions({ shop }: Pick<EntryProps, 'shop'>) {
  const { api } = usePortal()
  const { data, error } = useQuery(subscriptionsQuery(api))
  return (
    <Card flush title="Subscriptions">
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No subscriptions yet."
      >
        {data?.map((subscription) => (
          <SubscriptionEntry key={subscription.id} {...{ subscription, shop }} />
        ))}
      </Entries>
    </Card>
  )
}

/** The subscription that a single purchase has started, if any; it can't be changed here. */
export function PurchasedSubscription() {
  const { api } = usePortal()
  const { data = [] } = useQuery(subscriptionsQuery(api))
  if (data.length === 0) return null
  return (
    <Card flush title="Subscription">
      <ul>
        {data.map((subscription) => (
          <Summary key={subscription.id} subscription={subscription}>
            <Period subscription={subscription} />
          </Summary>
        ))}
      </ul>
    </Card>
  )
}

/** Without the next charge, which depends on the customer's balance. */
function Period({ subscription }: { subscription: PortalSubscription }) {
  const { endsAt, endedAt, currentPeriodEnd } = subscription
  if (endedAt !== null) return <Small>Ended on {formatDay(endedAt)}</Small>
  if (isEnding(subscription) && endsAt !== null) return <Small>Ends on {formatDay(endsAt)}</Small>
  if (!isBillable(subscription) || currentPeriodEnd === null) return null
  if (isPaused(subscription)) return <Small>Renewals are paused</Small>
  return <Small>Renews on {formatDay(currentPeriodEnd)}</Small>
}

interface EntryProps {
  subscription: PortalSubscription
  shop: Shop
}

function SubscriptionEntry({ subscription, shop }: EntryProps) {
  return (
    <Summary
      subscription={subscription}
      notice={subscription.acceptedAt !== null && <PaymentNotice subscription={subscription} />}
      actions={isBillable(subscription) && <Actions {...{ subscription, shop }} />}
    >
      <NextCharge subscription={subscription} />
    </Summary>
  )
}

interface SummaryProps {
  subscription: PortalSubscription
  /** What the customer can do; none for a buyer who may only look. */
  actions?: ReactNode
  /** What is wrong with it. */
  notice?: ReactNode
  /** When it is charged next. */
  children: ReactNode
}

function Summary({ subscription, notice, actions, children }: SummaryProps) {
  const { product, currency, meters, prices, recurringInterval, acceptedAt } = subscription
  return (
    <li className="grid gap-3 px-4 py-3.5 not-last:border-b">
      <div>
        <h3 className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {product.name}
          <Status state={stateOf(subscription)} />
        </h3>
        <p className="text-s text-ink-2">{priceText(subscription)}</p>
        <UsageLines metered={meteredPricesOf(prices)} interval={recurringInterval} />
        <UsageSoFar currency={currency} meters={meters} className="mt-2 text-s text-ink-2" />
        {children}
      </div>
      {notice}
      {actions && acceptedAt === null && <AcceptBanner subscription={subscription} />}
      {actions}
    </li>
  )
}

function priceText({ amount, currency, recurringInterval, prices }: PortalSubscription): string {
  // A buyer who typed the address sees the prices, but not what its owner uses.
  const isMetered = prices.some(({ amountType }) => amountType === 'metered_unit')
  if (amount === 0) return isMetered ? 'Pay for what you use' : 'Free'
  const price = `${formatMoney(amount, currency.toUpperCase())} a ${recurringInterval}`
  return isMetered ? `${price}, plus usage` : price
}

/** The next charge, with its amount. */
function NextCharge({ subscription }: { subscription: PortalSubscription }) {
  const { api } = usePortal()
  const { endsAt, endedAt, meters, pendingUpdate } = subscription
  const willRenew = isBillable(subscription) && !isEnding(subscription) && !isPaused(subscription)
  const { data: next } = useQuery({
    ...nextInvoiceQuery(api, subscription.id),
    enabled: willRenew,
  })
  if (endedAt !== null) return <Small>Ended on {formatDay(endedAt)}</Small>
  if (isEnding(subscription) && endsAt !== null) return <Small>Ends on {formatDay(endsAt)}</Small>
  if (!next?.invoice) return null
  const { invoice, forecast } = next
  const code = invoice.currency.toUpperCase()
  return (
    <>
      <Small>
        Next charge on {formatDay(invoice.dueAt)}: {formatMoney(invoice.dueAmount, code)}
        {meters.length > 0 && ', with the usage so far'}
        {forecast && `; about ${formatMoney(forecast.dueAmount, code)} if usage goes on as it has`}
      </Small>
      {pendingUpdate && <Small>The plan changes on {formatDay(pendingUpdate.appliesAt)}.</Small>}
    </>
  )
}

function Small({ children }: { children: ReactNode }) {
  return <p className="text-s text-ink-3">{children}</p>
}

function Actions({ subscription, shop }: EntryProps) {
  const { api } = usePortal()
  const { data: plans = [] } = useQuery(plansQuery(api, subscription.id))
  const [dialog, setDialog] = useState<'plan' | 'cancel' | null>(null)
  const close = () => setDialog(null)
  if (isEnding(subscription)) return <Keep subscription={subscription} />
  return (
    <div className="flex flex-wrap gap-2">
      {plans.length > 0 && (
        <Button size="s" onClick={() => setDialog('plan')}>
          Change plan
        </Button>
      )}
      <Button size="s" onClick={() => setDialog('cancel')}>
        Cancel
      </Button>
      {dialog === 'plan' && <PlanDialog {...{ subscription, plans, shop }} onClose={close} />}
      {dialog === 'cancel' && <CancelDialog subscription={subscription} onClose={close} />}
    </div>
  )
}

function Keep({ subscription }: { subscription: PortalSubscription }) {
  const { id, product, renewalsPausedAt } = subscription
  const { api } = usePortal()
  const change = usePortalChange()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const keep = async () => {
    setBusy(true)
    try {
      const asked = { params: { id }, body: { cancelAtPeriodEnd: false } }
      await change(() => api.call(updatePortalSubscription, asked))
      toast({
        title: `${product.name} ${renewalsPausedAt === null ? 'will renew' : 'no longer ends'}`,
      })
    } catch (error) {
      toast({ title: failureMessage(error), tone: 'bad' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <div>
      <Button size="s" loading={isBusy} onClick={() => void keep()}>
        Keep subscription
      </Button>
    </div>
  )
}
