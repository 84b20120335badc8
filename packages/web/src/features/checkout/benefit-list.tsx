import Check from 'lucide-react/icons/check'
import type { Product } from './wire.ts'

interface BenefitListProps {
  label: string
  benefits: Product['benefits']
}

export function BenefitList({ label, benefits }: BenefitListProps) {
  if (benefits.length === 0) return null
  return (
    <ul aria-label={label} className="grid gap-2.5">
      {benefits.map((benefit) => (
        <li key={benefit.id} className="flex gap-2.5">
          <Check aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent" />
          <span className="min-w-0 wrap-anywhere">{benefit.description}</span>
        </li>
      ))}
    </ul>
  )
}
