import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { failureMessage } from '#/lib/failure-message.ts'
import { linkClasses } from '#/ui/link-classes.ts'
import { useToast } from '#/ui/toast.tsx'
import { OrderDialog } from './dialogs.ts'
import { orderQuery, type PortalOrder } from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

interface BilledOrderProps {
  id: PortalOrder['id']
  children: ReactNode
}

/** Opens the items of an order, which may be on another page of the list. */
export function BilledOrder({ id, children }: BilledOrderProps) {
  const { api } = usePortal()
  const queries = useQueryClient()
  const toast = useToast()
  const [order, setOrder] = useState<PortalOrder | null>(null)
  const open = async () => {
    try {
      setOrder(await queries.fetchQuery(orderQuery(api, id)))
    } catch (error) {
      toast({ title: failureMessage(error), tone: 'bad' })
    }
  }
  return (
    <>
      <button type="button" className={linkClasses} onClick={() => void open()}>
        {children}
      </button>
      {order && <OrderDialog order={order} onClose={() => setOrder(null)} />}
    </>
  )
}
