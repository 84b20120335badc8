import type {
  OrderItemExplanation,
  UsageExplanation,
} from '@guildhall/contract/orders/explanations'
import { formatDay, formatExactQuantity, formatUnitAmount } from '#/lib/format.ts'

/** What the seller and the customer see alike. */
export type ShownUsage = Pick<
  UsageExplanation,
  | 'periodStart'
  | 'periodEnd'
  | 'price'
  | 'before'
  | 'after'
  | 'units'
  | 'parts'
  | 'roundingAmount'
  | 'otherItemsAmount'
  | 'deductedAmount'
  | 'carriedUnits'
  | 'laterUnits'
> & { meter: Pick<UsageExplanation['meter'], 'name'> }

type Part = UsageExplanation['parts'][number]

/** “Tier 2: 40 × $0.01”. */
export function partText(part: Part, currency: string): string {
  const units = formatExactQuantity(part.units)
  switch (part.kind) {
    case 'included':
      return `${units} included`
    case 'credited':
      return `${units} covered by credits`
    case 'repriced':
      return 'Units before the plan change, at this tier'
    case 'minimum':
      return 'Up to the minimum of a period'
    case 'cap':
      return 'Down to the cap of a period'
    case 'packages':
      return `${units} in ${timesText(part, currency)} packages`
    case 'units':
      return `${tierText(part)}${timesText(part, currency)}${flatText(part, currency)}`
  }
}

const tierText = ({ tier }: Part): string => (tier === null ? '' : `Tier ${tier + 1}: `)

const timesText = ({ quantity, unitAmount }: Part, currency: string): string =>
  `${formatExactQuantity(quantity)} × ${formatUnitAmount(unitAmount, currency)}`

const flatText = ({ flatAmount }: Part, currency: string): string =>
  flatAmount === '0' ? '' : ` + ${formatUnitAmount(flatAmount, currency)}`

/** An amount with its fractions of the smallest unit, also below zero. */
export const exactAmountText = (amount: string, currency: string): string =>
  amount.startsWith('-')
    ? `−${formatUnitAmount(amount.slice(1), currency)}`
    : formatUnitAmount(amount, currency)

/** Null if all events of the period are kept. */
export const keptText = ({
  eventsKeptFrom,
}: Pick<UsageExplanation, 'eventsKeptFrom'>): string | null =>
  eventsKeptFrom === null
    ? null
    : `Events before ${formatDay(eventsKeptFrom)} are no longer kept; the amounts billed for them are.`

export const kindTexts = {
  charge: 'Price of a period or a purchase',
  proration: 'For the rest of a period',
  credit: 'Credit for what was paid',
  usage: 'Usage of a period',
  late_usage: 'Usage that was reported or corrected later',
} as const satisfies Record<OrderItemExplanation['kind'], string>
