import { useState } from 'react'
import { formatMoney } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { PayDialog } from './dialogs.ts'
import type { OverduePayment } from './portal-queries.ts'

interface PayButtonProps {
  owed: OverduePayment
  order: OverduePayment['orders'][number]
}

/** Pays an open order. */
export function PayButton({ owed: { currency, productName }, order }: PayButtonProps) {
  const [isPaying, setPaying] = useState(false)
  const pay = `Pay ${formatMoney(order.dueAmount, currency.toUpperCase())}`
  return (
    <>
      <Button size="s" aria-label={`${pay} for ${productName}`} onClick={() => setPaying(true)}>
        {pay}
      </Button>
      {isPaying && <PayDialog id={order.id} onClose={() => setPaying(false)} />}
    </>
  )
}
