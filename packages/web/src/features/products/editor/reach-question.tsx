import { previewProductBenefits } from '@guildhall/contract/entitlements/changes'
import type { ResponseOf } from '@guildhall/contract/operation'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useOrganization } from '#/entities/organization/current-organization.tsx'
import { benefitsToChoose } from '#/features/products/choice-queries.ts'
import type { Benefit, Product } from '#/features/products/product-queries.ts'
import { api } from '#/lib/api.ts'
import { ConfirmDialog } from '#/ui/confirm-dialog.tsx'
import { isSame } from './product-changes.ts'
import { formOf, type ProductForm } from './product-form.ts'
import { reachText } from './reach-text.ts'

type Reach = ResponseOf<typeof previewProductBenefits>

/** Saves, but asks first if customers lose something by it. */
export function useQuestionBefore(
  product: Product | null,
  save: (typed: ProductForm) => Promise<void>,
) {
  const [asked, setAsked] = useState<{ typed: ProductForm; reach: Reach } | null>(null)
  const submit = async (typed: ProductForm) => {
    const reach = await lossesOf(product, typed)
    if (reach === null) return save(typed)
    setAsked({ typed, reach })
  }
  const question = product && asked && (
    <ReachQuestion
      product={product}
      reach={asked.reach}
      onConfirm={() => save(asked.typed)}
      onClose={() => setAsked(null)}
    />
  )
  return { submit, question }
}

/** What customers would lose by saving, and what they would get; null if nobody loses anything. */
async function lossesOf(product: Product | null, { benefits }: ProductForm): Promise<Reach | null> {
  if (product === null || isSame(benefits, formOf(product).benefits)) return null
  const params = { id: product.id }
  const reach = await api.call(previewProductBenefits, { params, body: { benefits } })
  return reach.losses.length > 0 ? reach : null
}

interface ReachQuestionProps {
  product: Product
  reach: Reach
  onConfirm: () => Promise<void>
  onClose: () => void
}

function ReachQuestion({ product, reach, onConfirm, onClose }: ReachQuestionProps) {
  const { id } = useOrganization()
  const { data: all = [] } = useQuery(benefitsToChoose(id))
  const nameOf = (one: Benefit['id']) =>
    [...all, ...product.benefits].find((benefit) => benefit.id === one)?.description ?? 'a benefit'
  return (
    <ConfirmDialog
      open
      destructive
      title={`Take benefits from customers of ${product.name}?`}
      effects={[
        ...reach.losses.map(({ benefitId, count }) => reachText('loss', nameOf(benefitId), count)),
        ...reach.gains.map(({ benefitId, count }) => reachText('gain', nameOf(benefitId), count)),
        'Customers who have one of them from another product keep it and aren’t counted.',
      ]}
      confirm="Save changes"
      onConfirm={onConfirm}
      onOpenChange={onClose}
    />
  )
}
