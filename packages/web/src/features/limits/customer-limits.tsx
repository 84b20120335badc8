import { deleteUsageLimit } from '@guildhall/contract/limits/usage-limits'
import { useQuery } from '@tanstack/react-query'
import Gauge from 'lucide-react/icons/gauge'
import { useState } from 'react'
import { metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { thresholdsText } from '#/entities/usage-limit/thresholds.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entries, Entry } from '#/ui/entries.tsx'
import { RemoveButton } from '#/ui/remove-button.tsx'
import { meteredSubscriptionsQuery, type UsageLimit, usageLimitsQuery } from './limit-queries.ts'
import { SetLimitDialog } from './set-limit-dialog.tsx'

interface CustomerLimitsProps {
  customerId: UsageLimit['customerId']
}

/** What the customer may use per period. Nothing where nothing is measured. */
export function CustomerLimits({ customerId }: CustomerLimitsProps) {
  const { id, role } = useOrganization()
  const [isOpen, setOpen] = useState(false)
  const { data: meters } = useQuery(metersToChoose(id))
  const { data, error } = useQuery(usageLimitsQuery(id, customerId))
  if (meters === undefined || meters.length === 0) return null
  const mayChange = mayIn(role, 'customers', 'write')
  return (
    <Card
      flush
      title="Usage limits"
      description="What the customer may use in each period."
      actions={
        mayChange && (
          <Button size="s" onClick={() => setOpen(true)}>
            Set limit…
          </Button>
        )
      }
    >
      <Entries
        count={data?.length ?? null}
        failure={error && failureMessage(error)}
        empty="No limits: prices and credits alone say what may be used."
      >
        {data?.map((limit) => (
          <Limit key={limit.id} limit={limit} mayRemove={mayChange} />
        ))}
      </Entries>
      {isOpen && <SetLimitDialog customerId={customerId} onClose={() => setOpen(false)} />}
    </Card>
  )
}

function Limit({ limit, mayRemove }: { limit: UsageLimit; mayRemove: boolean }) {
  const { setBy, isHard, thresholds } = limit
  const named = useLimitText(limit)
  const remove = useRemoving(limit)
  return (
    <Entry
      icon={<Gauge />}
      title={<span className="wrap-anywhere">{named.title}</span>}
      badge={setBy === 'customer' && <Badge>Set by the customer</Badge>}
      action={
        <span className="flex shrink-0 items-center gap-2">
          <span className="figures text-right">{named.value}</span>
          {mayRemove && setBy === 'seller' && (
            <RemoveButton label={`Remove the limit of ${named.title}`} onRemove={remove} />
          )}
        </span>
      }
    >
      <span>{isHard ? 'Refuses more usage' : 'Only sends emails'}</span>
      {thresholds.length > 0 && <span>Emails at {thresholdsText(thresholds)}</span>}
    </Entry>
  )
}

function useLimitText({ customerId, meterId, units, subscriptionId, amount }: UsageLimit) {
  const { id } = useOrganization()
  const { data: meters = [] } = useQuery(metersToChoose(id))
  const { data: subscriptions = [] } = useQuery(meteredSubscriptionsQuery(id, customerId))
  if (meterId !== null) {
    const meter = meters.find((one) => one.id === meterId)
    return { title: meter?.name ?? 'A meter', value: formatQuantity(units ?? 0) }
  }
  const subscription = subscriptions.find((one) => one.id === subscriptionId)
  const currency = subscription?.currency ?? 'usd'
  return {
    title: `Spending on ${subscription?.product.name ?? 'an ended subscription'}`,
    value: formatMoney(amount ?? 0, currency.toUpperCase()),
  }
}

function useRemoving({ id: limitId, customerId: id }: UsageLimit) {
  const change = useChange()
  return () => void change(() => api.call(deleteUsageLimit, { params: { id, limitId } }))
}
