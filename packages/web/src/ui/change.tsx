import TrendingDown from 'lucide-react/icons/trending-down'
import TrendingUp from 'lucide-react/icons/trending-up'

interface ChangeProps {
  /** The change with its unit: "8.2 %". */
  by: string
  direction: 'up' | 'down'
  /** Whether the change is desirable; for churn a decrease is. */
  isGood: boolean
}

export function Change({ by, direction, isGood }: ChangeProps) {
  const Icon = direction === 'up' ? TrendingUp : TrendingDown
  return (
    <span className={isGood ? 'text-good' : 'text-bad'}>
      <Icon aria-hidden="true" className="mr-0.5 inline size-3.5 align-[-2px]" />
      <span className="sr-only">{direction} </span>
      {by}
    </span>
  )
}
