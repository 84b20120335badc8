import type { ReactNode } from 'react'
import { type BenefitType, benefitTypeDetails } from './benefit-types.ts'

interface HeldBenefitProps {
  type: BenefitType
  title: string
  /** A line below the title. */
  about?: ReactNode
  /** What the customer got: a note, files, a key. */
  children?: ReactNode
}

/** A benefit as its holder sees it, in a flush card. */
export function HeldBenefit({ type, title, about, children }: HeldBenefitProps) {
  const { icon: Icon } = benefitTypeDetails[type]
  return (
    <li className="flex gap-3 px-4 py-3.5 not-last:border-b">
      <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 text-ink-3" />
      <div className="grid min-w-0 flex-1 gap-2">
        <div>
          <h3 className="font-medium wrap-anywhere">{title}</h3>
          {about && <p className="text-s text-ink-3">{about}</p>}
        </div>
        {children}
      </div>
    </li>
  )
}
