import { updateSubscription } from '@guildhall/contract/subscriptions/subscriptions'
import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { productsToFilter } from '../../lib/choices.ts'
import { useOrganization } from '../../lib/current-organization.tsx'
import { failureWords } from '../../lib/failure-words.ts'
import { formatDay } from '../../lib/format.ts'
import { priceLabel } from '../../lib/price-words.ts'
import { mayIn } from '../../lib/roles.ts'
import { useChange } from '../../lib/use-change.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useToast } from '../../ui/toast.tsx'
import type { Subscription } from './subscription-queries.ts'

type Pending = NonNullable<Subscription['pendingUpdate']>

/** What the next period begins with. */
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
      description={`Comes with the period that begins on ${formatDay(pending.appliesAt)}.`}
      actions={mayIn(role, 'sales', 'write') && <TakeBack id={subscription.id} />}
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

function TakeBack({ id }: Pick<Subscription, 'id'>) {
  const change = useChange()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const takeBack = async () => {
    setBusy(true)
    try {
      const body = { pendingUpdate: null }
      await change(() => api.call(updateSubscription, { params: { id }, body }))
      toast({ title: 'The plan stays as it is' })
    } catch (error) {
      setBusy(false)
      toast({ tone: 'bad', title: 'The change still comes', description: failureWords(error) })
    }
  }
  return (
    <Button size="s" loading={isBusy} onClick={() => void takeBack()}>
      Keep the present plan
    </Button>
  )
}
