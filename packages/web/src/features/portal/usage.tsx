import { useQuery } from '@tanstack/react-query'
import { BilledItems } from '#/entities/subscription/billed-items.tsx'
import { billedItemText, leftToBill } from '#/entities/subscription/running-usage.ts'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Entry } from '#/ui/entries.tsx'
import { BilledOrder } from './billed-order.tsx'
import { Day } from './day.tsx'
import {
  creditsQuery,
  metersQuery,
  type PortalMeter,
  type PortalSubscription,
  subscriptionsQuery,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'
import { LimitButton, LimitTexts } from './usage-limits.tsx'

/** What the customer used in the current periods. Nothing while there is nothing. */
export function Usage() {
  const { api } = usePortal()
  const { data = [] } = useQuery(metersQuery(api))
  const { data: subscriptions = [] } = useQuery(subscriptionsQuery(api))
  const billed = subscriptions.filter((one) => one.meters.length > 0 && one.endedAt === null)
  if (data.length === 0 && billed.length === 0) return null
  return (
    <Card flush title="Usage" description="In the current period.">
      <ul>
        {data.map((one) => (
          <Used key={one.id} used={one} />
        ))}
        {billed.map((one) => (
          <Spending key={one.id} subscription={one} />
        ))}
      </ul>
    </Card>
  )
}

/** What is left that expires some day, each lot. */
function Expiring({ of: { id } }: { of: PortalMeter }) {
  const { api } = usePortal()
  const { data = [] } = useQuery(creditsQuery(api, id))
  return data
    .filter(({ expiresAt, remainingUnits }) => expiresAt !== null && remainingUnits > 0)
    .map((lot) => (
      <span key={lot.id}>
        {formatQuantity(lot.remainingUnits)} expire on <Day at={lot.expiresAt ?? lot.createdAt} />
      </span>
    ))
}

function Used({ used }: { used: PortalMeter }) {
  const { meter, consumedUnits, creditedUnits, balance } = used
  const target = { kind: 'meter', id: used.meterId, name: meter.name } as const
  return (
    <Entry
      title={<span className="wrap-anywhere">{meter.name}</span>}
      action={
        <span className="flex shrink-0 items-center gap-3">
          <span className="figures text-right">
            {formatQuantity(consumedUnits)}
            <span className="sr-only"> used</span>
          </span>
          <LimitButton target={target} />
        </span>
      }
    >
      <LimitTexts target={target} />
      {creditedUnits !== 0 && (
        <span>
          {balance < 0
            ? `${formatQuantity(-balance)} more than the ${formatQuantity(creditedUnits)} of your credit`
            : `${formatQuantity(balance)} of ${formatQuantity(creditedUnits)} left`}
        </span>
      )}
      {balance > 0 && <Expiring of={used} />}
    </Entry>
  )
}

/** What all usage of a subscription costs so far, and what of it was billed. */
function Spending({ subscription }: { subscription: PortalSubscription }) {
  const { id, currency, product, meters } = subscription
  const spent = meters.reduce((sum, { amount }) => sum + amount, 0)
  const billed = meters.reduce((sum, { billedAmount }) => sum + billedAmount, 0)
  const target = { kind: 'subscription', id, name: product.name, currency } as const
  return (
    <Entry
      title={<span className="wrap-anywhere">Usage of {product.name}</span>}
      action={
        <span className="flex shrink-0 items-center gap-3">
          <span className="figures text-right">
            {formatMoney(spent, currency.toUpperCase())}
            <span className="sr-only"> spent</span>
          </span>
          <LimitButton target={target} />
        </span>
      }
    >
      <LimitTexts target={target} />
      {billed > 0 && (
        <>
          <span>{formatMoney(billed, currency.toUpperCase())} of it already billed</span>
          <span>{formatMoney(leftToBill(meters), currency.toUpperCase())} left to bill</span>
        </>
      )}
      <span>before discounts and tax</span>
      <BilledItems items={meters.flatMap(namedItems)}>
        {({ orderId, name, ...item }) => (
          <BilledOrder id={orderId}>
            {meters.length > 1 && `${name}: `}
            {billedItemText(item, currency)}
          </BilledOrder>
        )}
      </BilledItems>
    </Entry>
  )
}

const namedItems = ({ meter, billedItems }: PortalSubscription['meters'][number]) =>
  billedItems.map((item) => ({ ...item, name: meter.name }))
