import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CountedEvent } from '#/entities/order/counted-event.tsx'
import { kindTexts } from '#/entities/order/explanation-text.ts'
import { UsageCalculation } from '#/entities/order/usage-calculation.tsx'
import { failureMessage } from '#/lib/failure-message.ts'
import { Banner } from '#/ui/banner.tsx'
import { Button } from '#/ui/button.tsx'
import { Dialog } from '#/ui/dialog.tsx'
import { Entries } from '#/ui/entries.tsx'
import { Money } from '#/ui/money.tsx'
import { Skeleton } from '#/ui/skeleton.tsx'
import { explanationQuery, type PortalOrder } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

type Item = PortalOrder['items'][number]

interface OrderDialogProps {
  order: PortalOrder
  onClose: () => void
}

/** The items of an order, each with where its amount comes from. */
export function OrderDialog({ order, onClose }: OrderDialogProps) {
  const [opened, setOpened] = useState<Item['id'] | null>(null)
  const { product, items, currency } = order
  return (
    <Dialog open wide title={`Items of ${product.name}`} onOpenChange={onClose}>
      <ul className="text-s">
        {items.map((item) => (
          <li key={item.id} className="grid gap-3 py-2 not-last:border-b">
            <div className="flex justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">{item.label}</span>
              <Money amount={item.amount} currency={currency} />
            </div>
            {opened === item.id ? (
              <Explanation order={order} item={item} />
            ) : (
              <Button
                size="s"
                className="justify-self-start"
                aria-label={`Explain ${item.label}`}
                onClick={() => setOpened(item.id)}
              >
                Explain
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}

function Explanation({ order, item }: { order: PortalOrder; item: Item }) {
  const { api } = usePortal()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    explanationQuery(api, { id: order.id, itemId: item.id }),
  )
  const [explained] = data?.pages ?? []
  if (explained === undefined) {
    if (error !== null) return <Banner tone="bad">{failureMessage(error)}</Banner>
    return <Skeleton className="h-3.5 w-40" />
  }
  const { usage } = explained
  const events = data?.pages.flatMap((page) => page.usage?.events ?? []) ?? []
  return (
    <div className="grid gap-3">
      <p className="text-ink-2">{kindTexts[explained.kind]}.</p>
      {usage && (
        <>
          <UsageCalculation usage={usage} amount={item.amount} currency={order.currency} />
          <div className="-mx-4">
            <Entries
              count={events.length}
              empty={
                usage.eventsKeptFrom === null
                  ? 'Nothing was counted.'
                  : 'What was counted is no longer kept one by one.'
              }
            >
              {events.map((event) => (
                <CountedEvent key={event.id} event={event} />
              ))}
            </Entries>
          </div>
        </>
      )}
      {hasNextPage && (
        <Button
          size="s"
          variant="ghost"
          className="justify-self-start"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show more
        </Button>
      )}
    </div>
  )
}
