import * as z from 'zod/mini'
import { benefitId } from '../benefits/shapes.ts'
import { callRefusals, forSellers } from '../billing/for-sellers.ts'
import { productId } from '../catalog/prices.ts'
import { productBenefits } from '../catalog/product-shapes.ts'
import { operation } from '../operation.ts'

const Reached = z.object({
  benefitId,
  /** How many customers. */
  count: z.int(),
})

/** Whom a change reaches. Who holds a benefit because of something else as well keeps it. */
export const ReachPreview = z.object({
  gains: z.array(Reached),
  losses: z.array(Reached),
})
export type ReachPreview = z.output<typeof ReachPreview>

const ofProducts = { ...forSellers, tag: 'Products', may: 'products:read' } as const

export const previewProductBenefits = operation({
  ...ofProducts,
  name: 'previewProductBenefits',
  method: 'POST',
  path: '/v1/products/:id/benefits/preview',
  summary: 'Preview a change of the benefits of a product',
  description: 'How many customers would gain and lose which benefit. Nothing is changed.',
  params: z.object({ id: productId }),
  body: z.object({ benefits: productBenefits }),
  idempotent: false,
  returns: ReachPreview,
  status: 200,
  refuses: [
    ...callRefusals,
    'not_found',
    'product_benefit_unknown',
    'product_benefit_twice',
    'product_benefit_fixed',
  ],
})

export const getProductBenefitsProgress = operation({
  ...ofProducts,
  name: 'getProductBenefitsProgress',
  method: 'GET',
  path: '/v1/products/:id/benefits/progress',
  summary: 'Get the progress of a change of the benefits of a product',
  description:
    'How many subscriptions and purchases still give something else than the list of the product says. ' +
    'Zero once everybody has what it says.',
  params: z.object({ id: productId }),
  returns: z.object({ remaining: z.int() }),
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})

export const previewBenefitDeletion = operation({
  ...forSellers,
  tag: 'Benefits',
  may: 'benefits:read',
  name: 'previewBenefitDeletion',
  method: 'GET',
  path: '/v1/benefits/:id/deletion-preview',
  summary: 'Preview the deletion of a benefit',
  description: 'How many customers would lose it. Nothing is changed.',
  params: z.object({ id: benefitId }),
  returns: ReachPreview,
  status: 200,
  refuses: [...callRefusals, 'not_found'],
})
