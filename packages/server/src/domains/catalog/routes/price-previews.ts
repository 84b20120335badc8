import { previewUsagePrice } from '@guildhall/contract/catalog/price-previews'
import { type Decimal, decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { priceUsage } from '../../../kernel/metered-price.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { resolveOrganization } from '../../organizations/actions/seller.ts'
import type { CatalogDeps } from '../actions/deps.ts'
import { presentPart } from '../present/charge-part.ts'
import { amountFrom, readMeteredPrice } from '../rules/metered-terms.ts'

const credited = decimal(0)

export const pricePreviewRoutes = (deps: CatalogDeps): readonly OperationRoute[] => [
  serve(previewUsagePrice, async ({ caller, body }) => {
    await resolveOrganization(deps, caller, body.organizationId)
    const price = accept(
      readMeteredPrice(body.price, (...field) => ({ loc: ['body', 'price', ...field] })),
    )
    const charges = body.units.map(unitsAt).map((consumed) => {
      const { amount, parts } = priceUsage(price, { consumed, credited })
      return { units: formatDecimal(consumed), amount, parts: parts.map(presentPart) }
    })
    return { charges }
  }),
]

function unitsAt(text: string, index: number): Decimal {
  const units = amountFrom(text)
  if (units !== null) return units
  throw new Problem('product_price_included_units', { loc: ['body', 'units', index] })
}
