import { billedItemsMax } from '@guildhall/contract/subscriptions/subscription-shapes'
import type { ReactNode } from 'react'

interface BilledItemsProps<Item> {
  items: readonly Item[]
  /** Leads to the order. */
  children: (item: Item) => ReactNode
}

/** The orders that billed usage of a period which goes on. Nothing where none did. */
export function BilledItems<Item extends { itemId: string }>({
  items,
  children,
}: BilledItemsProps<Item>) {
  if (items.length === 0) return null
  return (
    <div className="flex flex-wrap gap-x-1">
      <span aria-hidden="true">{items.length < billedItemsMax ? 'orders:' : 'latest orders:'}</span>
      <ul aria-label="Orders that billed it" className="flex flex-wrap gap-x-1">
        {items.map((item) => (
          <li key={item.itemId} className="not-last:after:content-[',']">
            {children(item)}
          </li>
        ))}
      </ul>
    </div>
  )
}
