import { discountChanges } from '@guildhall/contract/catalog/discount-shapes'
import { priceAmountMax } from '@guildhall/contract/catalog/prices'
import * as z from 'zod/mini'
import { amountMistake } from '#/lib/amount-text.ts'
import { type FieldSchemas, rule, text, wholeNumber } from '#/lib/form-schema.ts'
import { metadataSchema } from '#/lib/metadata-rows.ts'
import { basisPointsOf, type DiscountDraft } from './discount-draft.ts'

const { name, code, basisPoints, durationInMonths, maxRedemptions } = discountChanges.shape

/** Validates visible fields only: fields of the other type keep their text. */
export const discountSchema = ({ firstDay }: DiscountDraft): FieldSchemas<DiscountDraft> => ({
  name: text(name, { empty: 'Enter a name.' }),
  code: text(code, { format: 'Use the letters A to Z and digits only.' }),
  percent: rule<string>(percentMistake),
  amount: rule<string>((typed) => amountMistake(typed, { min: 1, max: priceAmountMax })),
  months: wholeNumber(durationInMonths),
  lastDay: rule<string | null>((lastDay) =>
    firstDay !== null && lastDay !== null && firstDay > lastDay
      ? 'This is before the first day.'
      : null,
  ),
  redemptionsMax: wholeNumber(maxRedemptions, { isOptional: true }),
  metadata: metadataSchema,
})

function percentMistake(typed: string): string | null {
  if (typed.trim() === '') return 'Enter a percentage.'
  const points = basisPointsOf(typed)
  if (points === null) return 'Enter a percentage, such as 20 or 12.5, with two decimals at most.'
  const isTaken = z.safeParse(basisPoints, points).success
  return isTaken ? null : 'Enter more than 0 and at most 100 %.'
}
