import { useState } from 'react'
import { Button } from '#/ui/button.tsx'
import { OrderDialog } from './dialogs.ts'
import type { PortalOrder } from './portal-queries.ts'

/** Opens the items of an order. */
export function OrderDetails({ order }: { order: PortalOrder }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        size="s"
        variant="ghost"
        aria-label={`Details of ${order.product.name}`}
        onClick={() => setOpen(true)}
      >
        Details
      </Button>
      {isOpen && <OrderDialog order={order} onClose={() => setOpen(false)} />}
    </>
  )
}
