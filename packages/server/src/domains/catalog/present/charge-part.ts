import type { ChargePart } from '@guildhall/contract/catalog/pricing'
import type * as z from 'zod/mini'
import { formatDecimal } from '../../../kernel/decimal.ts'
import type { UsageCharge } from '../../../kernel/metered-price.ts'

type Part = UsageCharge['parts'][number]

export const presentPart = ({
  kind,
  tier,
  subtotal,
  ...part
}: Part): z.output<typeof ChargePart> => ({
  kind,
  tier,
  units: formatDecimal(part.units),
  quantity: formatDecimal(part.quantity),
  unitAmount: formatDecimal(part.unitAmount),
  flatAmount: formatDecimal(part.flatAmount),
  amount: formatDecimal(subtotal),
})
