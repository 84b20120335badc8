import { benefitTypes } from '@guildhall/contract/benefits/shapes'
import type { BenefitType } from '#/entities/benefit/benefit-types.ts'
import { benefitTypeDetails } from '#/entities/benefit/benefit-types.ts'
import { Fieldset } from '#/ui/fieldset.tsx'

interface TypeCardsProps {
  value: BenefitType
  onChange: (type: BenefitType) => void
  name: string
}

/** Selects the type of a new benefit. */
export function TypeCards({ value, onChange, name }: TypeCardsProps) {
  return (
    <Fieldset legend="What customers get">
      <div className="mt-0.5 grid grid-cols-2 gap-2 sm:grid-cols-3">
        {benefitTypes.map((type) => {
          const { name: title, icon: Icon, hint } = benefitTypeDetails[type]
          return (
            <label key={type} className={cardClasses}>
              <input
                type="radio"
                name={name}
                value={type}
                checked={type === value}
                onChange={() => onChange(type)}
                className="absolute inset-0 cursor-pointer appearance-none rounded-m"
              />
              <Icon
                aria-hidden="true"
                className="mb-1 size-4.5 text-ink-3 group-has-checked:text-accent"
              />
              <span className="text-s font-medium">{title}</span>
              <span className="text-xs text-ink-2">{hint}</span>
            </label>
          )
        })}
      </div>
    </Fieldset>
  )
}

const cardClasses =
  'group relative flex flex-col rounded-m border bg-surface p-3 hover:bg-hover ' +
  'has-checked:border-accent has-checked:bg-accent-soft'
