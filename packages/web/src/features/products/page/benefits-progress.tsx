import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { type Product, progressQuery } from '#/features/products/product-queries.ts'
import { formatCount } from '#/lib/format.ts'

/** While customers are given what a changed list says. Nothing once they all have it. */
export function BenefitsProgress({ product }: { product: Product }) {
  const { id: organizationId } = useOrganization()
  const { data } = useQuery(progressQuery(organizationId, product.id))
  const remaining = data?.remaining ?? 0
  const [most, setMost] = useState(0)
  const label = useId()
  if (remaining > most) setMost(remaining)
  if (remaining === 0) return null
  const done = Math.max(most - remaining, 0)
  const text = `${formatCount(done)} of ${formatCount(Math.max(most, remaining))}`
  return (
    <div className="grid gap-1.5 border-b px-4 py-3 text-s">
      <div className="flex justify-between gap-4">
        <span id={label}>Updating what customers hold</span>
        <span className="figures text-ink-2">{text}</span>
      </div>
      <progress
        aria-labelledby={label}
        aria-valuetext={text}
        value={done}
        max={Math.max(most, remaining)}
        className="progress text-accent"
      />
    </div>
  )
}
