import type { ResponseOf } from '@guildhall/contract/operation'
import { listTopUps, stopTopUp } from '@guildhall/contract/topups/top-ups'
import { queryOptions, useQuery } from '@tanstack/react-query'
import RefreshCw from 'lucide-react/icons/refresh-cw'
import type { Customer } from '#/entities/customer/customer-queries.ts'
import { metersToChoose } from '#/entities/meter/meters-to-choose.ts'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type OrganizationId, organizationKey } from '#/entities/organization/own-organizations.ts'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { stopTexts } from '#/entities/top-up/stop-text.ts'
import { allPages } from '#/lib/all-pages.ts'
import { api } from '#/lib/api.ts'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entry } from '#/ui/entries.tsx'
import { useToast } from '#/ui/toast.tsx'

interface CustomerTopUpsProps {
  customerId: TopUp['customerId']
}

/** What the customer lets happen. Nothing where they let nothing happen. */
export function CustomerTopUps({ customerId }: CustomerTopUpsProps) {
  const { id } = useOrganization()
  const { data = [] } = useQuery(topUpsQuery(id, customerId))
  if (data.length === 0) return null
  return (
    <Card
      flush
      title="Automatic top-up"
      description="Credits that the customer’s card is charged for when few are left."
    >
      <ul>
        {data.map((topUp) => (
          <CustomerTopUp key={topUp.id} topUp={topUp} />
        ))}
      </ul>
    </Card>
  )
}

function CustomerTopUp({ topUp }: { topUp: TopUp }) {
  const { id, role } = useOrganization()
  const { data: meters = [] } = useQuery(metersToChoose(id))
  const stop = useStopping(topUp)
  const { meterId, status, stopReason, threshold, purchases, purchasesMax, totalAmountMax } = topUp
  const name = meters.find((one) => one.id === meterId)?.name ?? 'A meter'
  const isOn = status === 'on'
  return (
    <Entry
      icon={<RefreshCw />}
      title={<span className="wrap-anywhere">{name}</span>}
      badge={isOn ? <Badge tone="good">On</Badge> : <Badge>Stopped</Badge>}
      action={
        isOn &&
        mayIn(role, 'customers', 'write') && (
          <Button size="s" aria-label={`Stop the top-up of ${name}`} onClick={stop}>
            Stop
          </Button>
        )
      }
    >
      {stopReason !== null && <span>{stopTexts[stopReason]}</span>}
      <span>below {formatQuantity(threshold)}</span>
      <span>at most {formatMoney(totalAmountMax, topUp.currency.toUpperCase())}</span>
      <span>
        {purchases} of {purchasesMax} this month
      </span>
    </Entry>
  )
}

function useStopping({ id: topUpId, customerId: id }: TopUp) {
  const change = useChange()
  const toast = useToast()
  return async () => {
    await change(() => api.call(stopTopUp, { params: { id, topUpId } }))
    toast({ title: 'The top-up was stopped' })
  }
}

type TopUp = ResponseOf<typeof listTopUps>['items'][number]

const topUpsQuery = (organizationId: OrganizationId, customerId: Customer['id']) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'top-ups', customerId],
    queryFn: ({ signal }) =>
      allPages((page) => api.call(listTopUps, { params: { id: customerId }, query: page, signal })),
    staleTime: 0,
  })
