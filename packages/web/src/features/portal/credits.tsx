import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { stopTexts } from '#/entities/top-up/stop-text.ts'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { Badge } from '#/ui/badge.tsx'
import { Button } from '#/ui/button.tsx'
import { Card } from '#/ui/card.tsx'
import { Entry } from '#/ui/entries.tsx'
import { BuyCreditsDialog, TopUpDialog } from './dialogs.ts'
import {
  type CreditProduct,
  creditProductsQuery,
  metersQuery,
  type PortalMeter,
  type Shop,
  type TopUp,
  topUpsQuery,
} from './portal-queries.ts'
import { usePortal } from './portal-session.tsx'

/** What the customer can buy for their meters. Nothing where nothing is sold or was agreed to. */
export function Credits({ shop }: { shop: Shop }) {
  const { api } = usePortal()
  const { data: meters = [] } = useQuery(metersQuery(api))
  const { data: products = [] } = useQuery(creditProductsQuery(api))
  const { data: topUps = [] } = useQuery(topUpsQuery(api))
  const shown = meters
    .map((meter) => ({
      meter,
      products: products.filter(({ credits }) =>
        credits.some(({ meterId }) => meterId === meter.meterId),
      ),
      topUp: topUps.find(({ meterId }) => meterId === meter.meterId),
    }))
    .filter((one) => one.products.length > 0 || one.topUp !== undefined)
  if (shown.length === 0) return null
  return (
    <Card flush title="Credits for usage" description="What is left, and how to get more.">
      <ul>
        {shown.map((one) => (
          <CreditsOfMeter key={one.meter.id} shop={shop} {...one} />
        ))}
      </ul>
    </Card>
  )
}

interface CreditsOfMeterProps {
  shop: Shop
  meter: PortalMeter
  products: readonly CreditProduct[]
  topUp: TopUp | undefined
}

function CreditsOfMeter({ shop, meter: { meter, meterId, balance }, ...of }: CreditsOfMeterProps) {
  const { products, topUp } = of
  const [open, setOpen] = useState<'buy' | 'top up' | null>(null)
  const onClose = () => setOpen(null)
  const named = { meterId, name: meter.name, balance }
  return (
    <Entry
      title={<span className="wrap-anywhere">{meter.name}</span>}
      badge={topUp?.status === 'stopped' && <Badge tone="warn">Top-up stopped</Badge>}
      action={
        <span className="flex shrink-0 flex-wrap justify-end gap-2 max-sm:flex-col">
          {products.length > 0 && (
            <Button
              size="s"
              aria-label={`Buy credits of ${meter.name}…`}
              onClick={() => setOpen('buy')}
            >
              Buy…
            </Button>
          )}
          <Button
            size="s"
            aria-label={`Top up ${meter.name} automatically…`}
            onClick={() => setOpen('top up')}
          >
            Top up…
          </Button>
        </span>
      }
    >
      <span>
        {balance < 0
          ? `${formatQuantity(-balance)} used without credits`
          : `${formatQuantity(balance)} left`}
      </span>
      {topUp && <TopUpText topUp={topUp} />}
      {open === 'buy' && <BuyCreditsDialog {...{ shop, products, onClose }} meter={named} />}
      {open === 'top up' && <TopUpDialog {...{ products, topUp, onClose }} meter={named} />}
    </Entry>
  )
}

function TopUpText({ topUp }: { topUp: TopUp }) {
  const { status, stopReason, threshold, purchases, purchasesMax, totalAmountMax } = topUp
  if (status === 'stopped' && stopReason !== null) {
    return <span>top-up is off: {stopTexts[stopReason]}</span>
  }
  return (
    <span>
      below {formatQuantity(threshold)} you buy more for{' '}
      {formatMoney(totalAmountMax, topUp.currency.toUpperCase())}: {purchases} of {purchasesMax}{' '}
      this month
    </span>
  )
}
