import type { BenefitType } from '../../lib/benefit-types.ts'
import { benefitTypeLooks } from '../../lib/benefit-types.ts'

/** The mark of a type, in a box of its own. */
export function BenefitIcon({ type }: { type: BenefitType }) {
  const { icon: Icon } = benefitTypeLooks[type]
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-s border bg-surface text-ink-2"
    >
      <Icon className="size-4" />
    </span>
  )
}
