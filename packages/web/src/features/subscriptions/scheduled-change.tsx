import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { mayIn } from '#/entities/organization/roles.ts'
import { useChange } from '#/entities/organization/use-change.ts'
import { priceLabel } from '#/entities/product/price-text.ts'
import { productsToFilter } from '#/entities/product/products-to-choose.ts'
import { api } from '#/lib/api.ts'
import { failureMessage } from '#/lib/failure-message.ts'
import { formatDay } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { useToast } from '#/ui/toast.tsx'
import type { Subscription } from './subscription-queries.ts'

type Pending = NonNullable<Subscription['pendingUpdate']>

/** The change that takes effect with the next period. */
export function ScheduledChange({ subscription }: { subscription: Subscription }) {
  const { pendingUpdate } = subscription
  if (pendingUpdate === null) return null
  return <Change subscription={subscription} pending={pendingUpdate} />
}

function Change({ subscription, pending }: { subscription: Subscription; pending: Pending }) {
  const { id, role } = useOrganization()
  const { data: products = [] } = useQuery(productsToFilter(id, { isRecurring: true }))
  const next = products.find((product) => product.id === pending.productId)
  return (
    <Card
      title="Scheduled change"
      description={`Takes effect with the period starting on ${formatDay(pending.appliesAt)}.`}
      actions={mayIn(role, 'sales', 'write') && <CancelScheduledChange id={subscription.id} />}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-s">
        <span className="text-ink-2 wrap-anywhere">{subscription.product.name}</span>
        <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-ink-3" />
        <span className="sr-only">changes to</span>
        <span className="font-medium wrap-anywhere">{next?.name ?? 'another product'}</span>
        {next && <span className="figures text-ink-2">{priceLabel(next)}</span>}
      </p>
    </Card>
  )
}

function CancelScheduledChange({ id }: Pick<Subscription, 'id'>) {
  const change = useChange()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const takeBack = async () => {
    setBusy(true)
    try {
      const body = { pendingUpdate: null }
      await change(() => api.call(updateSubscription, { params: { id }, body }))
      toast({ title: 'Scheduled change canceled' })
    } catch (error) {
      setBusy(false)
      toast({ tone: 'bad', title: 'Keep scheduled change', description: failureMessage(error) })
    }
  }
  return (
    <Button size="s" loading={isBusy} onClick={() => void takeBack()}>
      Keep current plan
    </Button>
  )
}
