import { customAmountMax, priceAmountMax, priceAmountMin } from '@guildhall/contract/catalog/prices'
import { productDetails, productName } from '@guildhall/contract/catalog/product-shapes'
import * as z from 'zod/mini'
import { amountMistake, centsOf } from '#/lib/amount-text.ts'
import { type FieldSchemas, rule, text } from '#/lib/form-schema.ts'
import { metadataSchema } from '#/lib/metadata-rows.ts'
import { termsMistakes } from './metered-mistakes.ts'
import type { MeteredDraft, ProductForm, StaticPriceDraft } from './product-form.ts'

/** Validates visible fields only: switching the kind of price keeps what was typed. */
export const productSchema =
  ({ isUploading }: { isUploading: boolean }) =>
  ({ interval, staticPrice, metered }: ProductForm): FieldSchemas<ProductForm> => ({
    name: text(productName, { empty: 'Enter a name.' }),
    description: text(productDetails.description),
    staticPrice: z.object({
      kind: rule<StaticPriceDraft['kind']>((kind) =>
        kind === 'none' && (interval === 'once' || metered.length === 0)
          ? 'Add a usage price below, or choose another price.'
          : null,
      ),
      amount: rule<string>((typed) => amountMistake(typed, priceBounds)),
      minimum: rule<string>(() => boundMistake(staticPrice, 'minimum')),
      preset: rule<string>(() => boundMistake(staticPrice, 'preset')),
      maximum: rule<string>(() => boundMistake(staticPrice, 'maximum')),
    }),
    metered: meteredSchema,
    billingThreshold: rule<string>((typed) =>
      typed.trim() === '' || metered.length === 0 ? null : amountMistake(typed, priceBounds),
    ),
    medias: rule(() => (isUploading ? 'Wait until all pictures are uploaded.' : null)),
    metadata: metadataSchema,
  })

const priceBounds = { min: priceAmountMin, max: priceAmountMax } as const

const meteredSchema = z.custom<readonly MeteredDraft[]>().check(({ value: rows, issues }) => {
  for (const [index, row] of rows.entries()) {
    for (const [field, message] of Object.entries(rowMistakes(rows, row, index))) {
      if (message === null) continue
      const path = [index, ...field.split('.')]
      issues.push({ code: 'custom', input: rows, path, message })
    }
  }
})

const rowMistakes = (rows: readonly MeteredDraft[], row: MeteredDraft, index: number) => ({
  meterId: meterMistake(rows.slice(0, index), row),
  ...termsMistakes(row),
})

function meterMistake(above: readonly MeteredDraft[], { meterId }: MeteredDraft): string | null {
  if (meterId === '') return 'Choose a meter.'
  const isTwice = above.some((other) => other.meterId === meterId)
  return isTwice ? 'This meter already has a price above.' : null
}

type Bound = 'minimum' | 'preset' | 'maximum'

/** Why a limit of a custom price is invalid, or null; all are optional. */
function boundMistake(draft: StaticPriceDraft, bound: Bound): string | null {
  const text = draft[bound]
  if (text.trim() === '') return null
  const max = bound === 'minimum' ? priceAmountMax : customAmountMax
  const mistake = amountMistake(text, { min: priceAmountMin, max })
  return mistake ?? orderMistake(draft, bound)
}

function orderMistake({ minimum, preset, maximum }: StaticPriceDraft, bound: Bound): string | null {
  const isLess = (one: string, other: string) => {
    const [low, high] = [centsOf(one), centsOf(other)]
    return low !== null && high !== null && low < high
  }
  if (bound === 'minimum') return null
  if (bound === 'preset' && isLess(preset, minimum))
    return 'Enter a suggestion of at least the minimum.'
  if (bound === 'maximum' && isLess(maximum, minimum)) return 'Enter at least the minimum.'
  return bound === 'maximum' && isLess(maximum, preset)
    ? 'Enter at least the suggested amount.'
    : null
}
