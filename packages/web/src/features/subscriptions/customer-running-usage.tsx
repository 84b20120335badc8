import { useQuery } from '@tanstack/react-query'
import Gauge from 'lucide-react/icons/gauge'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { ObjectLink } from '#/entities/organization/object-link.tsx'
import { BilledItems } from '#/entities/subscription/billed-items.tsx'
import { billedItemText, leftToBill } from '#/entities/subscription/running-usage.ts'
import { isBillable } from '#/entities/subscription/subscription-state.ts'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { Card } from '#/ui/card.tsx'
import { Entry } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { customerSubscriptionsQuery, type Subscription } from './subscription-queries.ts'

interface CustomerRunningUsageProps {
  customerId: Subscription['customerId']
}

/** What was used in the periods that go on, and what of it was billed. Nothing without meters. */
export function CustomerRunningUsage({ customerId }: CustomerRunningUsageProps) {
  const { id } = useOrganization()
  const { data = [] } = useQuery(customerSubscriptionsQuery(id, customerId))
  const metered = data.filter((one) => one.meters.length > 0 && one.endedAt === null)
  if (metered.length === 0) return null
  return (
    <Card
      flush
      title="Current usage"
      description="What the current periods cost so far, before discounts and tax."
    >
      <ul>
        {metered.flatMap((subscription) =>
          subscription.meters.map((used) => (
            <Running key={used.id} subscription={subscription} used={used} />
          )),
        )}
      </ul>
    </Card>
  )
}

interface RunningProps {
  subscription: Subscription
  used: Subscription['meters'][number]
}

function Running({ subscription, used }: RunningProps) {
  const { id, product, currency } = subscription
  const { meter, consumedUnits, amount, billedItems } = used
  return (
    <Entry
      icon={<Gauge />}
      title={<span className="wrap-anywhere">{meter.name}</span>}
      action={
        <span className="figures shrink-0 text-right">
          <Money amount={amount} currency={currency} />
        </span>
      }
    >
      <ObjectLink type="subscription" id={id} quiet>
        {product.name}
      </ObjectLink>
      <span>{formatQuantity(consumedUnits)} used</span>
      <Billing subscription={subscription} used={used} />
      <BilledItems items={billedItems}>
        {(item) => (
          <ObjectLink type="order" id={item.orderId}>
            {billedItemText(item, currency)}
          </ObjectLink>
        )}
      </BilledItems>
    </Entry>
  )
}

/** Usage of a trial is free, and no period of a suspended subscription ends with an order. */
function Billing({ subscription, used }: RunningProps) {
  const code = subscription.currency.toUpperCase()
  if (subscription.status === 'trialing') return <span>free during the trial</span>
  return (
    <>
      {used.billedAmount > 0 && <span>{formatMoney(used.billedAmount, code)} billed</span>}
      {isBillable(subscription) && (
        <span>{formatMoney(leftToBill([used]), code)} left to bill</span>
      )}
    </>
  )
}
