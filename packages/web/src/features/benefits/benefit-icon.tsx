import type { BenefitType } from '#/entities/benefit/benefit-types.ts'
import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'

/** The icon of a type, in a box. */
export function BenefitIcon({ type }: { type: BenefitType }) {
  const { icon: Icon } = benefitTypeDetails[type]
  return (
    <span
      aria-hidden="true"
      className="grid size-7 shrink-0 place-items-center rounded-s border bg-surface text-ink-2"
    >
      <Icon className="size-4" />
    </span>
  )
}
