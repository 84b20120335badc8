import { useState } from 'react'
import { formatMoney, formatQuantity } from '#/lib/format.ts'
import { Button } from '#/ui/button.tsx'
import { LimitDialog } from './dialogs.ts'
import { type LimitTarget, useLimits } from './limit-target.ts'
import type { PortalLimit } from './portal-queries.ts'

/** “At most 100 per period” for each limit. */
export function LimitTexts({ target }: { target: LimitTarget }) {
  const { seller, customer } = useLimits(target)
  return (
    <>
      {customer && <span>your limit: {valueText(customer, target)} per period</span>}
      {seller && <span>limit of the seller: {valueText(seller, target)} per period</span>}
    </>
  )
}

const valueText = ({ units, amount }: PortalLimit, target: LimitTarget): string =>
  target.kind === 'meter'
    ? formatQuantity(units ?? 0)
    : formatMoney(amount ?? 0, target.currency.toUpperCase())

/** Opens the dialog for one’s own limit. */
export function LimitButton({ target }: { target: LimitTarget }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="s" aria-label={`Limit ${target.name}…`} onClick={() => setOpen(true)}>
        Limit…
      </Button>
      {isOpen && <LimitDialog target={target} onClose={() => setOpen(false)} />}
    </>
  )
}
